import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { LogeServer } from './server.ts';

/** A key in the browser, as a telephone's or a computer's own, or on a cable. */
export async function giveKey(page: Page, transport: 'internal' | 'usb'): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Gives somebody an app of codes, as their own device would. @returns the app, whose code of this half minute has been used */
export async function enrolApp(
  server: LogeServer,
  { access_token }: { access_token: string },
): Promise<TOTP> {
  const call = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/auth/v1${path}`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<{ id: string; totp?: { secret: string } }>;
  };
  const factor = await call('/factors', { factor_type: 'totp', friendly_name: 'Mon téléphone' });
  const app = new TOTP({ secret: factor.totp?.secret ?? '' });
  const challenge = await call(`/factors/${factor.id}/challenge`, {});
  await call(`/factors/${factor.id}/verify`, { challenge_id: challenge.id, code: app.generate() });
  return app;
}
