// A seller's calls with the package `stripe`, as the service makes them, against the fake of Stripe.
//
// `buy` creates products, sells a pack and a plan, and prints the ids of the payment and the subscription. `read` makes
// the other calls. Both write the answers as `bought.ts` and `read.ts`, which the compiler compares with the package's
// types. `deliver` verifies an event that the fake signed, and delivers events that the package signs to the service.

import { writeFileSync } from "node:fs";
import Stripe from "stripe";

const env = (name: string) => process.env[name] ?? "";
const fake = new URL(env("FAKE_URL"));
const stripe = new Stripe(env("STRIPE_KEY"), {
  apiVersion: "2026-10-28.endive",
  host: fake.hostname,
  port: fake.port,
  protocol: "http",
});
const SECRET = env("WEBHOOK_SECRET");
const metadata = { ptl_account: "00000000-0000-4000-8000-000000000007", ptl_product: "pack" };
/** An object without some of its fields. */
const PART = `type Part<T> = T extends string | number | boolean | null | undefined ? T
  : T extends (infer U)[] ? Part<U>[] : { [K in keyof T]?: Part<T[K]> };`;
const captured = ['import type Stripe from "stripe";', PART];

/** Keeps an answer to compare with a type. */
function keep<T>(type: string, value: T): T {
  captured.push(`export const value${captured.length}: Part<${type}> = ${JSON.stringify(value)};`);
  return value;
}

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

async function refuses(call: Promise<unknown>, code: string | undefined, status: number) {
  const error = await call.then(() => undefined, (error: unknown) => error);
  check(error instanceof Stripe.errors.StripeInvalidRequestError, `no refusal but ${error}`);
  check(error.code === code && error.statusCode === status, `refused as ${error.code} ${error.statusCode}`);
}

async function createProducts() {
  const product = await stripe.products.create({ id: "ptl_node", name: "Pack" });
  keep("Stripe.Product", product);
  keep("Stripe.Product", await stripe.products.retrieve(product.id));
  await refuses(stripe.products.create({ id: "ptl_node", name: "Pack" }), "resource_already_exists", 400);
  await refuses(stripe.products.retrieve("none"), "resource_missing", 404);
  const common = {
    product: product.id,
    transfer_lookup_key: true,
    currency: "eur",
    tax_behavior: "inclusive",
    metadata,
  } as const;
  const dollars = (unit_amount: number) => ({ usd: { unit_amount, tax_behavior: "exclusive" } }) as const;
  const pack = await stripe.prices.create({
    ...common,
    lookup_key: "node_pack",
    unit_amount: 900,
    currency_options: dollars(990),
  });
  const plan = await stripe.prices.create({
    ...common,
    lookup_key: "node_plan",
    unit_amount: 1_900,
    currency_options: dollars(2_100),
    recurring: { interval: "month" },
  });
  keep("Stripe.Price", plan);
  const prices = await stripe.prices.list({
    lookup_keys: ["node_pack", "node_plan"],
    active: true,
    expand: ["data.currency_options"],
  });
  keep("Stripe.ApiList<Stripe.Price>", prices);
  check(prices.data.length === 2, "not all prices are listed");
  check(prices.data.every((price) => price.currency_options?.usd !== undefined), "no amounts in dollars");
  return { pack: pack.id, plan: plan.id };
}

function order(mode: "payment" | "subscription", price: string) {
  const data = { metadata };
  const ofMode = mode === "payment"
    ? { payment_intent_data: data, customer_creation: "always" as const }
    : { subscription_data: data };
  return stripe.checkout.sessions.create({
    mode,
    line_items: [{ price, quantity: 1 }],
    currency: "eur",
    client_reference_id: metadata.ptl_account,
    success_url: "https://listing.example/account/purchases/1",
    cancel_url: "https://listing.example/pricing",
    locale: "fr",
    adaptive_pricing: { enabled: false },
    metadata,
    customer_email: "ann@example.com",
    ...ofMode,
  });
}

async function pay(session: Stripe.Checkout.Session) {
  check(session.url !== null, "an open session has no page");
  const paid = await fetch(`${session.url}/pay`, { method: "POST", redirect: "manual" });
  check(paid.headers.get("location") === session.success_url, "the buyer does not return");
  return stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent", "subscription"] });
}

async function buy() {
  const prices = await createProducts();
  const open = keep("Stripe.Checkout.Session", await order("payment", prices.pack));
  const expired = await stripe.checkout.sessions.expire((await order("payment", prices.pack)).id);
  check(keep("Stripe.Checkout.Session", expired).status === "expired", "the session is not expired");
  await refuses(stripe.checkout.sessions.expire(expired.id), undefined, 400);
  const pack = keep("Stripe.Checkout.Session", await pay(open));
  const plan = keep("Stripe.Checkout.Session", await pay(await order("subscription", prices.plan)));
  check(pack.payment_intent !== null && typeof pack.payment_intent !== "string", "no payment is included");
  check(plan.subscription !== null && typeof plan.subscription !== "string", "no subscription is included");
  writeFileSync("bought.ts", captured.join("\n"));
  console.log(`${pack.payment_intent.id} ${plan.subscription.id}`);
}

async function read(payment: string, subscription: string) {
  keep("Stripe.PaymentIntent", await stripe.paymentIntents.retrieve(payment));
  const sessions = await stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 });
  check(keep("Stripe.ApiList<Stripe.Checkout.Session>", sessions).data.length === 1, "no session is listed");
  const refund = await stripe.refunds.create({ payment_intent: payment, amount: 300, reason: "requested_by_customer" });
  keep("Stripe.Refund", refund);
  await refuses(stripe.refunds.create({ payment_intent: payment, amount: 901 }), undefined, 400);
  const refunds = await stripe.refunds.list({ payment_intent: payment, limit: 100 });
  check(keep("Stripe.ApiList<Stripe.Refund>", refunds).data.length === 1, "no refund is listed");
  const disputes = await stripe.disputes.list({ payment_intent: payment, limit: 100 });
  check(keep("Stripe.ApiList<Stripe.Dispute>", disputes).data.length === 1, "no dispute is listed");
  const plan = keep("Stripe.Subscription", await stripe.subscriptions.retrieve(subscription));
  const ending = await stripe.subscriptions.update(plan.id, { cancel_at_period_end: true });
  check(keep("Stripe.Subscription", ending).cancel_at_period_end, "the subscription does not end");
  const invoice = plan.latest_invoice;
  check(typeof invoice === "string", "the subscription has no invoice");
  const paid = await stripe.invoicePayments.list({ invoice, status: "paid", limit: 1 });
  const link = keep("Stripe.ApiList<Stripe.InvoicePayment>", paid).data[0]?.payment.payment_intent;
  check(typeof link === "string", "the invoice has no payment");
  const invoices = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: link },
    expand: ["data.invoice"],
    limit: 1,
  });
  keep("Stripe.ApiList<Stripe.InvoicePayment>", invoices);
  keep("Stripe.Invoice", invoices.data[0]?.invoice);
  check(typeof plan.customer === "string", "the subscription has no customer");
  const portal = await stripe.billingPortal.sessions.create({
    customer: plan.customer,
    return_url: "https://listing.example/account/purchases",
    locale: "fr",
  });
  keep("Stripe.BillingPortal.Session", portal);
  await readEvents();
  writeFileSync("read.ts", captured.join("\n"));
}

/** Compares each event, and the object in it. */
async function readEvents() {
  const query = { delivery_success: false, created: { gte: 1_700_000_000 }, limit: 5 };
  const types: { [object: string]: string } = {
    "checkout.session": "Stripe.Checkout.Session",
    charge: "Stripe.Charge",
    dispute: "Stripe.Dispute",
    invoice: "Stripe.Invoice",
    payment_intent: "Stripe.PaymentIntent",
    product: "Stripe.Product",
    refund: "Stripe.Refund",
    subscription: "Stripe.Subscription",
  };
  let count = 0;
  for await (const event of stripe.events.list(query)) {
    const object = event.data.object as { object: string };
    const type = types[object.object];
    check(type !== undefined, `an event about a ${object.object}`);
    keep("Omit<Stripe.Event, 'data' | 'type'>", { ...event, data: undefined, type: undefined });
    keep("Stripe.Event['type']", event.type);
    keep(type, object);
    count += 1;
  }
  check(count > 5, `only ${count} events`);
}

async function deliver() {
  const [body, header] = [env("FAKE_BODY"), env("FAKE_HEADER")];
  const event = stripe.webhooks.constructEvent(body, header, SECRET);
  check(event.object === "event", "not an event");
  for (const [payload, secret] of [[body, "whsec_other"], [body.replace("evt_", "evt_x"), SECRET]] as const) {
    let isRefused = false;
    try {
      stripe.webhooks.constructEvent(payload, header, secret);
    } catch (error) {
      isRefused = error instanceof Stripe.errors.StripeSignatureVerificationError;
    }
    check(isRefused, "the package accepts a forged event");
  }
  const send = async (secret: string, timestamp?: number) => {
    const options = { payload: body, secret, ...(timestamp === undefined ? {} : { timestamp }) };
    const signature = stripe.webhooks.generateTestHeaderString(options);
    const headers = { "stripe-signature": signature, "content-type": "application/json" };
    return (await fetch(`${env("PTL_URL")}/billing/events`, { method: "POST", headers, body })).status;
  };
  const now = Math.floor(Date.now() / 1_000);
  check((await send(SECRET)) === 200, "the service refuses an event that the package signed");
  check((await send("whsec_other")) === 400, "the service accepts another secret");
  check((await send(SECRET, now - 400)) === 400, "the service accepts an old signature");
}

const [phase, ...ids] = process.argv.slice(2);
if (phase === "buy") await buy();
else if (phase === "read") await read(ids[0] ?? "", ids[1] ?? "");
else await deliver();
