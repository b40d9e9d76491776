import type { Hono } from 'hono';
import type { PaymentProvider } from './provider.ts';
import { createSandbox, type SandboxDeps } from './sandbox/sandbox.ts';
import { createStripeProvider, type StripeSettings } from './stripe/stripe-provider.ts';

/** The provider of this installation, and what it needs of the server that it runs in. */
export interface Payments {
  provider: PaymentProvider;
  /**
   * The sandbox's own pages, to mount at the root; null with a provider that has pages elsewhere.
   */
  pages: Hono | null;
  /** For the scheduler. */
  tasks: { name: string; every: number; probe?: string; run(): Promise<unknown> }[];
  /** Ends the work under way. */
  close(): Promise<void>;
}

/** Stripe when there are keys, else the sandbox (which production refuses: server/settings.ts). */
export function openPayments(stripe: StripeSettings | null, deps: SandboxDeps): Payments {
  if (stripe === null) return createSandbox(deps);
  return {
    provider: createStripeProvider(stripe),
    pages: null,
    tasks: [],
    close: async () => undefined,
  };
}
