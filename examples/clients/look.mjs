// Looks at the example site as a person would, in headless Chromium: at two widths, in
// light and dark, with JavaScript and without; fills in the form, sends it twice, and
// reads the office's page. It judges nothing: it prints what it saw as one JSON object,
// and the test that started it judges that.
//
//   node look.mjs http://127.0.0.1:8080 --office WORD --date 2026-09-10 [--screenshots DIR]
import { parseArgs } from "node:util";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { seen } from "./seen.mjs";

const { values: options, positionals: [site] } = parseArgs({
  allowPositionals: true,
  options: {
    office: { type: "string" },
    date: { type: "string" },
    screenshots: { type: "string" },
    browser: { type: "string", default: "chromium" },
  },
});

const paths = ["/", "/services", "/contact", "/services/cooling/ac-repair", "/locations/daytona-beach-fl", "/schedule"];
const wide = { width: 1000, height: 760 };
const narrow = { width: 360, height: 740 };
const jane = {
  choices: { "Service": "AC repair", "Location": "Daytona Beach", "Preferred time": "Morning, 08:00 to 12:00", "How we may reach you": "Phone call" },
  texts: { "Your name": "Jane Customer", "Phone": "386-555-0199", "Street address": "1 Main St", "City": "Daytona Beach", "State": "FL", "ZIP code": "32114" },
  notes: "<b>No cold air</b> since Monday",
};
const joe = { ...jane, texts: { ...jane.texts, "Your name": "Joe Customer", "Phone": "386-555-0123" } };

const views = [];

// look records a page under a name, with what the console said since the last one.
async function look(page, name) {
  const view = await page.evaluate(seen);
  views.push({ name, ...view, html: await page.content(), console: page.said.splice(0), status: page.status });
}

async function open(context) {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000); // a net for slow machines
  page.said = [];
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && page.said.push(m.text()));
  page.on("pageerror", (e) => page.said.push(String(e)));
  page.on("requestfailed", (r) => page.said.push(`${r.url()}: ${r.failure()?.errorText}`));
  page.on("response", (r) => {
    if (r.request().isNavigationRequest()) page.status = r.status();
  });
  return page;
}

async function fill(page, person, { agreed }) {
  await page.goto(site + "/schedule");
  for (const [label, choice] of Object.entries(person.choices)) {
    await page.getByLabel(label, { exact: true }).selectOption({ label: choice });
  }
  await page.getByLabel("Preferred date", { exact: true }).fill(options.date);
  for (const [label, text] of Object.entries(person.texts)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByLabel("What is wrong").fill(person.notes);
  if (agreed) {
    await page.getByLabel("Send this request").check();
    await page.getByLabel("You may contact me").check();
  }
}

// press follows a button to the page behind it, until its style and script are there.
async function press(page, name) {
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name }).click();
  await loaded;
}

const send = (page) => press(page, "Send the request");

async function picture(page, file) {
  if (options.screenshots) await page.screenshot({ path: join(options.screenshots, file) });
}

const browser = await chromium.launch({ executablePath: options.browser });
try {
  const withScript = await browser.newContext({ viewport: wide, colorScheme: "light" });
  const phone = await browser.newContext({ viewport: narrow, colorScheme: "dark" });
  const withoutScript = await browser.newContext({ viewport: narrow, colorScheme: "light", javaScriptEnabled: false });

  for (const [kind, context] of Object.entries({ wide: withScript, phone, "no script": withoutScript })) {
    const page = await open(context);
    for (const path of paths) {
      await page.goto(site + path);
      await look(page, `${kind} ${path}`);
      if (kind === "wide" && path === "/") await picture(page, "ospsite-home.png");
    }
    await page.close();
  }

  const person = await open(phone);
  await fill(person, jane, { agreed: true });
  await send(person);
  await look(person, "sent");
  await picture(person, "ospsite-request.png");
  await person.reload(); // sends the same form once more
  await look(person, "sent again");
  await fill(person, jane, { agreed: true });
  await send(person);
  await look(person, "sent afresh");

  const plain = await open(withoutScript);
  await fill(plain, joe, { agreed: false });
  await send(plain);
  await look(plain, "refused");
  await plain.getByLabel("Send this request").check();
  await plain.getByLabel("You may contact me").check();
  await send(plain);
  await look(plain, "sent without script");

  const office = await open(withScript);
  await office.goto(site + "/office");
  await look(office, "office closed");
  await office.getByLabel("The word").fill(options.office);
  await press(office, "Open");
  await look(office, "office");
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify({ views }));
