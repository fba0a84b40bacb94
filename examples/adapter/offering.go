package adapter

import (
	"context"

	"github.com/openservicekit/openservice/osbp"
)

type extra struct {
	Ref     string `json:"ref"`
	Title   string `json:"title"`
	Minutes int    `json:"minutes"`
	Price   price  `json:"price"`
}

type offering struct {
	extra
	ByRequestOnly bool    `json:"by_request_only"`
	Extras        []extra `json:"extras"`
}

// DescribeService implements osbp.Platform.
func (p *Platform) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	var got offering
	if err := p.get(ctx, &got, nil, "shops", p.shop, "offerings", in.ServiceID); err != nil {
		return nil, readFailure(err)
	}
	service := &osbp.Service{
		ID: got.Ref, Name: got.Title, Duration: isoMinutes(got.Minutes), Price: got.Price.Money, RequiresConsultation: got.ByRequestOnly,
	}
	for _, x := range got.Extras {
		service.Options = append(service.Options, osbp.ServiceOption{
			ID: x.Ref, Name: x.Title, Duration: isoMinutes(x.Minutes), Price: x.Price.Money,
		})
	}
	return service, nil
}

type terms struct {
	Offering     string `json:"offering"`
	Cancellable  bool   `json:"cancellable"`
	CancelHours  int    `json:"cancel_hours"`
	CancelText   string `json:"cancel_text"`
	GraceMinutes int    `json:"grace_minutes"`
	CancelCharge price  `json:"cancel_charge"`
	MissedCharge price  `json:"missed_charge"`
	Prepay       string `json:"prepay"`
	PrepayAmount price  `json:"prepay_amount"`
	CodeBy       string `json:"code_by"`
	Shop         struct {
		Ref      string `json:"ref"`
		Title    string `json:"title"`
		Zone     string `json:"tz"`
		Currency string `json:"currency"`
		Country  string `json:"country"`
	} `json:"shop"`
}

// ExplainPolicy implements osbp.Platform. The note is the merchant's text, and goes on as
// it is: the adapter cleans what it puts into a summary.
func (p *Platform) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	var got terms
	if err := p.get(ctx, &got, nil, "shops", p.shop, "offerings", in.ServiceID, "terms"); err != nil {
		return nil, readFailure(err)
	}
	return &osbp.Policy{
		ServiceID:           got.Offering,
		CancellationEnabled: got.Cancellable,
		CancellationWindow:  isoHours(got.CancelHours),
		CancellationNote:    got.CancelText,
		LateGrace:           isoMinutes(got.GraceMinutes),
		CancellationFee:     got.CancelCharge.Money,
		NoShowFee:           got.MissedCharge.Money,
		PaymentRequirement:  paymentRequirement(got.Prepay),
		Deposit:             got.PrepayAmount.Money,
		VerificationMethod:  verificationMethod(got.CodeBy),
		Organization: &osbp.Organization{
			ID: got.Shop.Ref, Name: got.Shop.Title, Timezone: got.Shop.Zone, Currency: got.Shop.Currency, Country: got.Shop.Country,
		},
	}, nil
}
