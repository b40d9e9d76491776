import { setTimeout as sleep } from 'node:timers/promises';
import { carryOutOrders, type WorkDeps } from './carry-out-orders.ts';
import { planPayouts, sendPayouts } from './payouts.ts';
import { reconcilePayments } from './reconcile.ts';
import { reconcilePayouts } from './reconcile-payouts.ts';
import { releaseFunds } from './release-funds.ts';

export interface PaymentWorker {
  /** Looks for orders now instead of at the next look. */
  kick(): void;
  /** Waits for the order that is being carried out, and leaves the others to the next process. */
  close(): Promise<void>;
}

/**
 * Tells the provider what was ordered, as it is ordered: one look a second, which is an index probe, and at once after a
 * webhook.
 */
export function startPaymentWorker(deps: WorkDeps, everyMs = 1_000): PaymentWorker {
  const closing = new AbortController();
  let waking = new AbortController();
  const work = async () => {
    while (!closing.signal.aborted) {
      waking = new AbortController();
      try {
        await carryOutOrders(deps);
        await sendPayouts(deps);
      } catch (error) {
        // The database is away, or an order met a fault of ours: the next look tries again.
        deps.logger.error({ err: error }, 'payment orders could not be carried out');
      }
      const signal = AbortSignal.any([closing.signal, waking.signal]);
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const done = work();
  return {
    kick: () => waking.abort(),
    async close() {
      closing.abort();
      await done;
    },
  };
}

/** What is done every so often, once over all processes. */
export const paymentTasks = (deps: WorkDeps) => [
  { name: 'payments/reconcile', every: 30_000, run: () => reconcilePayments(deps) },
  { name: 'payments/reconcile-payouts', every: 600_000, run: () => reconcilePayouts(deps) },
  { name: 'payments/release-funds', every: 60_000, run: () => releaseFunds(deps) },
  { name: 'payments/plan-payouts', every: 60_000, run: () => planPayouts(deps) },
];
