import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Context, Hono } from 'hono';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { accountOfLink, enableAccount } from './accounts.ts';
import { authorise, type Checkout, decline, lockCheckout } from './checkouts.ts';
import {
  checkoutPage,
  type Fragment,
  onboardingPage,
  overPage,
  secondStepPage,
  unknownPage,
} from './page-html.ts';

const FONTS = new Map([
  ['display.woff2', 'bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2'],
  ['text.woff2', 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2'],
]);

/**
 * The page's two faces. A server that was installed without what builds the page has not got them:
 * the browser's own stand in.
 */
function fontFile(name: string): string | null {
  const font = FONTS.get(name);
  if (font === undefined) return null;
  const path = fileURLToPath(
    new URL(`../../../../node_modules/@fontsource-variable/${font}`, import.meta.url),
  );
  return existsSync(path) ? path : null;
}

export interface PagesDeps {
  pool: pg.Pool;
  now: () => Date;
  /** Delivers the events written so far; resolves once they are. */
  deliver: () => Promise<unknown>;
}

const payForm = z.object({
  card: z.enum(['accepted', 'declined', 'challenge', 'disputed_won', 'disputed_lost']).catch('accepted'),
  webhook: z.enum(['normal', 'late', 'twice']).catch('normal'),
});

/** Cards whose payer turns to the bank afterwards, and how it decides for the streamer. */
const DISPUTES: Record<string, 'won' | 'lost'> = { disputed_won: 'won', disputed_lost: 'lost' };

/**
 * How long a payer waits for Loge to have heard of the payment; most pages of success ask for it at
 * once.
 */
const PATIENCE_MILLIS = 2_000;

/**
 * Returns the name in a path; empty for one that Postgres could not even compare, such as with a
 * NUL.
 */
const nameIn = (c: Context, parameter: string): string => {
  const name = c.req.param(parameter) ?? '';
  return /^[\w-]+$/.test(name) ? name : '';
};

/**
 * Nothing runs but the clock, nothing is loaded but the type; the forms lead to the sandbox, and
 * from there back to the site that sent the payer.
 */
const policyOf = (nonce: string, origins: string[]) =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "font-src 'self'",
    'img-src data:',
    `form-action 'self' ${origins.join(' ')}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

async function render(
  c: Context,
  view: (nonce: string) => Fragment,
  { status = 200, backTo = [] }: { status?: 200 | 404 | 410; backTo?: string[] } = {},
) {
  const nonce = randomBytes(16).toString('base64');
  const origins = [...new Set(backTo.map((url) => new URL(url).origin))];
  c.header('Content-Security-Policy', policyOf(nonce, origins));
  return c.html(await view(nonce), status);
}

/**
 * The pages on which people meet the sandbox: paying, the second step of 3-D Secure, and a
 * streamer's account.
 */
export function createSandboxPages({ pool, now, deliver }: PagesDeps): Hono {
  const app = new Hono();
  app.use('/sandbox-provider/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
  });

  /**
   * Sends the browser on once Loge has heard of it, or after a while: as with a real provider, it
   * may not have.
   */
  const sendOn = async (c: Context, url: string) => {
    const patience = AbortSignal.timeout(PATIENCE_MILLIS);
    await Promise.race([deliver(), new Promise((resolve) => patience.addEventListener('abort', resolve))]);
    return c.redirect(url, 303);
  };
  const inCheckout = (c: Context, work: (db: pg.ClientBase, checkout: Checkout) => Promise<Response>) =>
    inTransaction(pool, async (db) => {
      const checkout = await lockCheckout(db, nameIn(c, 'reference'), now());
      if (checkout === null) return render(c, unknownPage, { status: 404 });
      if (checkout.state !== 'open') {
        const view = (nonce: string) => overPage(checkout, nonce);
        return render(c, view, { status: checkout.state === 'expired' ? 410 : 200 });
      }
      return work(db, checkout);
    });

  app.get('/sandbox-provider/fonts/:file', async (c) => {
    const path = fontFile(c.req.param('file'));
    if (path === null) return c.notFound();
    return c.body(await readFile(path), 200, { 'Content-Type': 'font/woff2' });
  });

  const page = (checkout: Checkout) => `/sandbox-provider/checkout/${checkout.reference}`;

  app.get('/sandbox-provider/checkout/:reference', (c) =>
    inCheckout(c, (_db, checkout) =>
      render(c, (nonce) => checkoutPage(checkout, nonce, now()), {
        backTo: [checkout.success_url, checkout.cancel_url],
      }),
    ),
  );

  app.post('/sandbox-provider/checkout/:reference', async (c) => {
    const { card, webhook: manner } = payForm.parse(await c.req.parseBody());
    let next: string | null = null;
    const response = await inCheckout(c, async (db, checkout) => {
      if (card === 'challenge') {
        await db.query('update sandbox.checkouts set challenge = $2, decline = null where reference = $1', [
          checkout.reference,
          JSON.stringify({ manner }),
        ]);
        return c.redirect(`${page(checkout)}/3-d-secure`, 303);
      }
      const disputes = DISPUTES[card] ?? null;
      if (card !== 'declined') await authorise(db, checkout, { now: now(), manner, disputes });
      else await decline(db, checkout, { now: now(), manner, reason: 'card_declined' });
      next = card === 'declined' ? page(checkout) : checkout.success_url;
      return c.body(null, 204);
    });
    return next === null ? response : sendOn(c, next);
  });

  app.get('/sandbox-provider/checkout/:reference/3-d-secure', (c) =>
    inCheckout(c, async (_db, checkout) => {
      if (checkout.challenge === null) return c.redirect(page(checkout), 303);
      return render(c, (nonce) => secondStepPage(checkout, nonce, now()), { backTo: [checkout.success_url] });
    }),
  );

  app.post('/sandbox-provider/checkout/:reference/3-d-secure', async (c) => {
    const { answer } = await c.req.parseBody();
    let next: string | null = null;
    const response = await inCheckout(c, async (db, checkout) => {
      if (checkout.challenge === null) return c.redirect(page(checkout), 303);
      const how = { now: now(), manner: checkout.challenge.manner };
      const confirmed = answer === 'confirm';
      if (confirmed) await authorise(db, checkout, how);
      else await decline(db, checkout, { ...how, reason: 'authentication_failed' });
      next = confirmed ? checkout.success_url : page(checkout);
      return c.body(null, 204);
    });
    return next === null ? response : sendOn(c, next);
  });

  app.get('/sandbox-provider/onboarding/:link', (c) =>
    inTransaction(pool, async (db) => {
      const account = await accountOfLink(db, nameIn(c, 'link'));
      if (account === null) return render(c, unknownPage, { status: 404 });
      return render(c, (nonce) => onboardingPage(account, nonce), { backTo: [account.return_url] });
    }),
  );

  app.post('/sandbox-provider/onboarding/:link', async (c) => {
    const { bank } = await c.req.parseBody();
    const account = await inTransaction(pool, async (db) => {
      const found = await accountOfLink(db, nameIn(c, 'link'));
      if (found) await enableAccount(db, found, { bankRefuses: bank === 'refuses', now: now() });
      return found;
    });
    return account === null ? render(c, unknownPage, { status: 404 }) : sendOn(c, account.return_url);
  });
  return app;
}
