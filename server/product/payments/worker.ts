import type { Task } from '#server/jobs/runner.ts';
import { carryOutOrders } from './carry-out-orders.ts';
import type { WorkDeps } from './claim.ts';
import { planPayouts, sendPayouts } from './payouts.ts';
import { reconcilePayments } from './reconcile.ts';
import { reconcilePayouts } from './reconcile-payouts.ts';
import { releaseFunds } from './release-funds.ts';

/** Tells the provider what was ordered: one look a second, which is an index probe, and at once after a webhook, which kicks it. */
export const CARRY_OUT_ORDERS = 'payments/carry-out-orders';

export const paymentTasks = (deps: WorkDeps): Task[] => [
  {
    name: CARRY_OUT_ORDERS,
    every: 1_000,
    where: 'each process',
    concurrency: deps.concurrency,
    run: ({ signal }) => carryOutOrders(deps, signal),
  },
  {
    name: 'payments/send-payouts',
    every: 1_000,
    where: 'each process',
    concurrency: deps.concurrency,
    run: ({ signal }) => sendPayouts(deps, signal),
  },
  { name: 'payments/reconcile', every: 30_000, run: () => reconcilePayments(deps) },
  { name: 'payments/reconcile-payouts', every: 600_000, run: () => reconcilePayouts(deps) },
  { name: 'payments/release-funds', every: 60_000, run: () => releaseFunds(deps) },
  { name: 'payments/plan-payouts', every: 60_000, run: () => planPayouts(deps) },
];
