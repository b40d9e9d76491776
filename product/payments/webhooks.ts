import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { InvalidSignature, UnreadableEvent } from '#server/integrations/payments/provider.ts';
import type { ProviderEvent } from '#server/integrations/payments/provider-event.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { applyEvent } from './apply-event.ts';
import { TellAgain } from './apply-payout.ts';
import type { WorkDeps } from './claim.ts';

export interface WebhookDeps extends WorkDeps {
  /** Carries out what an event ordered, at once. */
  kick: () => void;
}

/** Stripe's events stay far below it. */
const LONGEST_EVENT = 512 * 1024;

/**
 * Takes an event once: its row and all that it changes are one transaction, so that an event which
 * came twice, or at two processes at the same time, is applied by the first that commits.
 * @returns what became of it; `known` when it was handled before
 */
export async function handleEvent({ pool, product, now }: WorkDeps, event: ProviderEvent): Promise<string> {
  return inTransaction(pool, async (db) => {
    const { name } = product.payments;
    const { rowCount } = await db.query(
      `insert into private.provider_events (provider, event_id, type, received_at, outcome) values ($1, $2, $3, $4, 'begun')
       on conflict do nothing`,
      [name, event.eventId, event.kind, now()],
    );
    if (rowCount === 0) return 'known';
    const outcome = await applyEvent(db, product, event, now());
    await db.query(
      `update private.provider_events set outcome = $3, payment_id = (
         select id from public.payments where provider = $1 and (id::text = $4 or payment_reference = $5) limit 1)
       where provider = $1 and event_id = $2`,
      [
        name,
        event.eventId,
        outcome,
        'paymentId' in event ? event.paymentId : null,
        'paymentReference' in event ? event.paymentReference : null,
      ],
    );
    return outcome;
  });
}

/**
 * `POST /webhooks/payments`, for whichever provider this installation has. The signature is the
 * only way in.
 */
export function createPaymentWebhooks(deps: WebhookDeps): Hono {
  const { product, logger, kick } = deps;
  const app = new Hono();
  const limit = bodyLimit({
    maxSize: LONGEST_EVENT,
    // The rest of the body is not read, so the connection cannot be used again.
    onError: (c) => c.json({ outcome: 'too long' }, 413, { Connection: 'close' }),
  });
  app.post('/webhooks/payments', limit, async (c) => {
    const body = await c.req.text();
    try {
      const event = await product.payments.parseWebhook(c.req.raw.headers, body);
      if (event === null) return c.json({ outcome: 'of no use' });
      const outcome = await handleEvent(deps, event);
      const detail = { event: event.eventId, kind: event.kind, outcome };
      if (outcome === 'needs_a_person') logger.error(detail, 'a payment event needs a person');
      else logger.info(detail, 'payment event');
      kick();
      return c.json({ outcome });
    } catch (error) {
      if (error instanceof InvalidSignature) {
        logger.warn({ reason: error.message }, 'webhook refused');
        return c.json({ outcome: 'invalid signature' }, 400);
      }
      if (error instanceof UnreadableEvent) {
        // Nothing changes by it, and the provider keeps telling it for days: time to learn its
        // shape.
        logger.error({ err: error }, 'a payment event could not be read');
        return c.json({ outcome: 'unreadable', detail: error.message }, 400);
      }
      if (error instanceof TellAgain) return c.json({ outcome: 'tell again' }, 409);
      throw error;
    }
  });
  return app;
}
