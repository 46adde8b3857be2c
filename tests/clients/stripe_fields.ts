// The fields that `listing-billing` reads, as it reads them, compared with the types of the package `stripe`.
//
// The compiler fails if a field is gone, may be missing, has another type, or has a status that the service does not
// know.

import type Stripe from "stripe";

type Reference = string | { id: string };
type WithStatus = string | { id: string; status: string };
type Metadata = { [name: string]: string };
type List<T> = { data: T[]; has_more: boolean };
type Price = {
  id: string;
  active: boolean;
  lookup_key: string | null;
  currency: string;
  unit_amount: number | null;
  recurring: { interval: string; interval_count: number } | null;
  metadata: Metadata;
  currency_options?: { [code: string]: { unit_amount: number | null } };
};

declare const session: Stripe.Checkout.Session;
export const readSession: {
  id: string;
  url: string | null;
  expires_at: number;
  status: string | null;
  payment_status: string;
  payment_intent: WithStatus | null;
  subscription: WithStatus | null;
  customer: Reference | null;
  amount_total: number | null;
  currency: string | null;
  metadata: Metadata | null;
} = session;

declare const intent: Stripe.PaymentIntent;
export const readIntent: {
  id: string;
  amount_received: number;
  currency: string;
  metadata: Metadata;
} = intent;

declare const refund: Stripe.Refund;
export const readRefund: {
  id: string;
  amount: number;
  currency: string;
  status: string | null;
  payment_intent: Reference | null;
} = refund;

declare const dispute: Stripe.Dispute;
export const readDispute: {
  id: string;
  amount: number;
  currency: string;
  status: string;
  payment_intent: Reference | null;
} = dispute;

declare const charge: Stripe.Charge;
export const readCharge: { payment_intent: Reference | null } = charge;

declare const subscription: Stripe.Subscription;
export const readSubscription: {
  id: string;
  customer: Reference;
  status: string;
  items: List<{ current_period_start: number; current_period_end: number; price: Price }>;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  ended_at: number | null;
  latest_invoice: Reference | null;
  metadata: Metadata;
} = subscription;

declare const invoice: Stripe.Invoice;
export const readInvoice: {
  parent: { subscription_details: { subscription: Reference; metadata: Metadata | null } | null } | null;
} = invoice;

declare const link: Stripe.InvoicePayment;
export const readLink: {
  invoice: string | object;
  payment: { payment_intent?: Reference };
} = link;

declare const event: Stripe.Event;
export const readEvent: {
  id: string;
  object: "event";
  type: string;
  created: number;
  livemode: boolean;
  account?: string;
  data: { object: object };
} = event;

declare const portal: Stripe.BillingPortal.Session;
export const readPortal: { url: string } = portal;

// Each status, with its meaning for the service.
export const subscriptions: Record<Stripe.Subscription.Status, string> = {
  incomplete: "incomplete",
  active: "active",
  trialing: "active",
  past_due: "past due",
  paused: "paused",
  unpaid: "paused",
  canceled: "ended",
  incomplete_expired: "ended",
};
export const disputes: Record<Stripe.Dispute.Status, string> = {
  needs_response: "open",
  under_review: "open",
  appeal_needs_response: "open",
  appeal_under_review: "open",
  won: "won",
  lost: "lost",
  warning_needs_response: "no money",
  warning_under_review: "no money",
  warning_closed: "no money",
  prevented: "no money",
};
export const sessions: Record<Stripe.Checkout.Session.Status, string> = {
  open: "open",
  expired: "expired",
  complete: "complete",
};
export const payments: Record<Stripe.Checkout.Session.PaymentStatus, string> = {
  paid: "paid",
  unpaid: "pending or failed",
  // Only for a price of nothing, which the service does not sell.
  no_payment_required: "never",
};
