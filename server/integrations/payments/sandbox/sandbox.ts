import type { Hono } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { type PaymentProvider, UnreadableEvent } from '../provider.ts';
import { openOnboarding, readAccount } from './accounts.ts';
import { expire, extendCheckout, lockCheckout, openCheckout, readCheckout } from './checkouts.ts';
import { answerDispute, listDisputes, readDispute } from './disputes.ts';
import { sandboxEvent } from './event-schema.ts';
import {
  cancelAuthorisation,
  capture,
  readPayout,
  refund,
  reverseTransfer,
  sendPayout,
  transfer,
} from './movements.ts';
import { createSandboxPages } from './pages.ts';
import { letTimePass } from './passing-time.ts';
import { checkSignature, deliverWebhooks, SIGNATURE_HEADER } from './webhooks.ts';

export interface SandboxDeps {
  pool: pg.Pool;
  logger: Pick<Logger, 'error'>;
  /** Signs the webhooks: `keys.derive('sandbox-webhooks')`. */
  secret: Buffer;
  /** The origin at which people reach the sandbox's pages. */
  siteUrl: () => string;
  /** Where Loge takes webhooks; null while it does not listen. */
  webhookUrl: () => string | null;
  now?: () => Date;
}

export interface Sandbox {
  provider: PaymentProvider;
  /** `/sandbox-provider/...`; mount it at the root, and never in production. */
  pages: Hono;
  /**
   * For the scheduler: delivers events, and lets checkouts, authorisations and payouts come to
   * their end.
   */
  tasks: { name: string; every: number; probe: string; run(): Promise<void> }[];
  /** Waits for the deliveries under way. */
  close(): Promise<void>;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableEvent('no JSON', { cause });
  }
}

/**
 * A payment provider that behaves like a real one and moves no money. It has its own books and its
 * own pages, and Loge hears from it only by signed webhooks over HTTP.
 */
export function createSandbox(deps: SandboxDeps): Sandbox {
  const { pool, logger, secret, siteUrl, webhookUrl, now = () => new Date() } = deps;
  let deliveries: Promise<unknown> = Promise.resolve();
  /**
   * Starts delivering the events just written, after those under way; failed ones stay due, and the
   * task delivers them later.
   */
  const deliver = () => {
    deliveries = deliveries
      .then(() => deliverWebhooks({ pool, webhookUrl, secret, now }))
      .catch((error: unknown) => logger.error({ err: error }, 'sandbox webhooks could not be delivered'));
    return deliveries;
  };
  const read = <T>(work: (db: pg.PoolClient) => Promise<T>): Promise<T> => inTransaction(pool, work);
  /** One call to the provider: its own transaction, and its events on their way afterwards. */
  const call = async <T>(work: (db: pg.PoolClient, at: Date) => Promise<T>): Promise<T> => {
    const result = await inTransaction(pool, (db) => work(db, now()));
    void deliver();
    return result;
  };

  const provider: PaymentProvider = {
    name: 'sandbox',
    async openCheckout(order) {
      const checkoutReference = await call((db, at) => openCheckout(db, order, at));
      return { checkoutReference, url: `${siteUrl()}/sandbox-provider/checkout/${checkoutReference}` };
    },
    extendCheckout: (reference, expiresAt) => read((db) => extendCheckout(db, reference, expiresAt)),
    closeCheckout: (reference) =>
      call(async (db, at) => {
        const checkout = await lockCheckout(db, reference, at);
        if (checkout?.state === 'open') await expire(db, checkout, at);
        return readCheckout(db, reference);
      }),
    readCheckout: (reference) => read((db) => readCheckout(db, reference)),
    async capture(order) {
      await call((db, at) => capture(db, order, at));
      return { cost: null };
    },
    cancelAuthorisation: ({ paymentReference }) =>
      call((db, at) => cancelAuthorisation(db, paymentReference, at)),
    refund: async (order) => ({ refundReference: await call((db, at) => refund(db, order, at)) }),
    async openOnboarding(order) {
      const { accountReference, link } = await read((db) => openOnboarding(db, order));
      return { accountReference, url: `${siteUrl()}/sandbox-provider/onboarding/${link}` };
    },
    readAccount: (reference) => read((db) => readAccount(db, reference)),
    askForCapabilities: (reference) => read((db) => readAccount(db, reference)),
    transfer: async (order) => ({ transferReference: await call((db, at) => transfer(db, order, at)) }),
    reverseTransfer: (order) => call((db, at) => reverseTransfer(db, order, at)),
    sendPayout: async (order) => ({ payoutReference: await call((db, at) => sendPayout(db, order, at)) }),
    readDispute: (reference) => read((db) => readDispute(db, reference)),
    answerDispute: ({ disputeReference, answer }) =>
      call((db, at) => answerDispute(db, disputeReference, answer.kind, at)),
    listDisputes: (since) => read((db) => listDisputes(db, since)),
    readPayout: (order) => read((db) => readPayout(db, order)),
    async parseWebhook(headers, rawBody) {
      checkSignature(secret, rawBody, headers.get(SIGNATURE_HEADER), Math.floor(now().getTime() / 1000));
      const { data, error } = sandboxEvent.safeParse(jsonOf(rawBody));
      if (error) throw new UnreadableEvent(error.issues[0]?.path.join('.') ?? '', { cause: error });
      return data;
    },
  };

  return {
    provider,
    pages: createSandboxPages({ pool, now, deliver }),
    tasks: [
      {
        name: 'sandbox/pass-time',
        // An authorisation that runs out after a week can wait a minute.
        every: 60_000,
        probe: `exists (select from sandbox.webhooks where copies > 0 and next_attempt_at <= at)
          or exists (select from sandbox.checkouts where state = 'open' and expires_at <= at)
          or exists (select from sandbox.disputes where next_step_at <= at)
          or exists (select from sandbox.movements where state = 'pending' and settles_at <= at)`,
        async run() {
          await letTimePass(pool, now());
          await deliver();
        },
      },
    ],
    async close() {
      await deliveries;
    },
  };
}
