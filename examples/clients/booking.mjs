// A booking at the sandbox's hairdresser, as an agent makes it.
import { call } from "./answer.mjs";

export const customer = { display_name: "Jane Customer", phone: "+15555550100", email: "jane@example.com" };

// draft finds a slot for a service and drafts a mandate that allows it.
export async function draft(client, { service } = {}) {
  const described = await call(client, "osbp_service_describe", service ? { service_id: service } : {});
  const slots = await call(client, "osbp_availability_find", { service_id: described.value.id, date: "2026-05-05" });
  const policy = await call(client, "osbp_policy_explain", { service_id: described.value.id });
  const slot = slots.value[0];
  const [date, time] = slot.starts_at_local.split("T");
  return {
    policy: policy.value,
    request: {
      mandate: {
        id: "mnd_1",
        expires_at: "2026-05-02T00:00:00Z",
        allowed_actions: ["booking.create"],
        organization_id: slot.organization_id,
        service_ids: [slot.service_id],
        schedule_ids: [slot.schedule_id],
        provider_ids: [slot.provider_id],
        earliest_start: "2026-05-05T08:00:00",
        latest_end: "2026-05-05T20:00:00",
        max_price: { amount_minor: 9000, currency: "USD", type: "fixed" },
        max_extra_fee: { amount_minor: 0, currency: "USD", type: "fixed" },
      },
      idempotency_key: "key-1",
      service_id: slot.service_id,
      schedule_id: slot.schedule_id,
      provider_id: slot.provider_id,
      date,
      time,
      customer,
    },
  };
}

// approval is what a program takes from the challenge after the user has said yes.
export function approval(challenge) {
  const { code, retryable, message } = challenge.problem ?? {};
  const [, token] = message?.match(/approval\.token="([^"]+)"/) ?? [];
  if (code !== "requires_user_confirmation" || !retryable || !token) throw new Error("no challenge: " + code);
  return { confirmed: true, token };
}

// approved is a request with the approval that its challenge asks for.
export async function approved(client, request) {
  return { ...request, approval: approval(await call(client, "osbp_booking_create", request)) };
}
