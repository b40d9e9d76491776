import { MINUTE, SECOND } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { carryOutOrders } from './carry-out-orders.ts';
import type { WorkDeps } from './claim.ts';
import { planPayouts, sendPayouts } from './payouts.ts';
import { reconcileDisputes, reconcilePayments, reconcilePayouts } from './reconcile.ts';
import { releaseFunds } from './release-funds.ts';

/** Kicked by a webhook of the payment provider. */
export const CARRY_OUT_ORDERS = 'payments/carry-out-orders';

/** Everything that this room does later. */
export const paymentsTasks = (work: WorkDeps): readonly Task[] => [
  // These two claim their work row by row, each row with its own lease.
  {
    name: CARRY_OUT_ORDERS,
    every: MINUTE,
    where: 'each process',
    concurrency: work.concurrency,
    probe:
      "exists (select from public.payment_orders where state = 'pending' and next_attempt_at <= at and (lease_until is null or lease_until <= at))",
    run: ({ signal }) => carryOutOrders(work, signal),
  },
  {
    name: 'payments/send-payouts',
    every: MINUTE,
    where: 'each process',
    concurrency: work.concurrency,
    probe:
      "exists (select from public.payouts where state = 'pending' and next_attempt_at <= at and (lease_until is null or lease_until <= at))",
    run: ({ signal }) => sendPayouts(work, signal),
  },
  { name: 'payments/reconcile', every: 30 * SECOND, run: () => reconcilePayments(work) },
  { name: 'payments/release-funds', every: MINUTE, run: () => releaseFunds(work) },
  { name: 'payments/plan-payouts', every: MINUTE, run: () => planPayouts(work) },
  { name: 'payments/reconcile-payouts', every: 10 * MINUTE, run: () => reconcilePayouts(work) },
  { name: 'payments/reconcile-disputes', every: 10 * MINUTE, run: () => reconcileDisputes(work) },
];
