import type { Hono } from 'hono';
import pg from 'pg';
import type { PaymentProvider } from './provider.ts';
import { createSandbox, type SandboxDeps } from './sandbox/sandbox.ts';
import { createStripeProvider, type StripeSettings } from './stripe/stripe-provider.ts';

/** The provider of this installation, and what it needs of the server that it runs in. */
export interface Payments {
  provider: PaymentProvider;
  /** The sandbox's own pages, to mount at the root; null with a provider that has pages elsewhere. */
  pages: Hono | null;
  /** For the scheduler. */
  tasks: { name: string; every: number; run(): Promise<unknown> }[];
  /** Ends what is under way. */
  close(): Promise<void>;
}

/**
 * The sandbox has connections of its own, as somebody else's server would: a command that waits for its answer holds one of
 * Loge's, and when all of those waited for the sandbox, which needs one more, nobody would ever be answered.
 */
const SANDBOX_CONNECTIONS = 5;

/** Stripe when there are keys, else the sandbox (which production refuses: server/settings.ts). */
export function openPayments(
  stripe: StripeSettings | null,
  { connection, ...deps }: Omit<SandboxDeps, 'pool'> & { connection: pg.ClientConfig },
): Payments {
  if (stripe === null) {
    const pool = new pg.Pool({ ...connection, max: SANDBOX_CONNECTIONS, application_name: 'loge-sandbox' });
    // A connection that breaks leaves the pool by itself; without a listener it would end the process.
    pool.on('error', (error) => deps.logger.error({ err: error }, 'the sandbox lost a connection'));
    const sandbox = createSandbox({ ...deps, pool });
    return {
      ...sandbox,
      async close() {
        await sandbox.close();
        await pool.end();
      },
    };
  }
  return {
    provider: createStripeProvider(stripe),
    pages: null,
    tasks: [],
    close: async () => undefined,
  };
}
