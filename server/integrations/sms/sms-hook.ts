import { createHmac, randomUUID } from 'node:crypto';
import type { SendSms } from '#platform/auth/sms-port.ts';
import { webhookKey } from '#server/integrations/standard-webhooks.ts';

/** A hosted project's limit for hooks. */
const TIMEOUT_MS = 5_000;

interface Hook {
  url: string;
  /**
   * `v1,whsec_` and 24 to 64 bytes in base64 each. While one replaces another the message is signed
   * with both.
   */
  secrets: readonly string[];
}

/**
 * Sends text messages through an operator's webhook, as a hosted project's "send SMS" hook: a POST
 * of `{user, sms: {otp, phone}}`, signed as Standard Webhooks says
 * (https://www.standardwebhooks.com).
 */
export function createSmsHook({ url, secrets }: Hook, now: () => Date): SendSms {
  const keys = secrets.map(webhookKey);
  return async ({ phone, otp, user }) => {
    const id = `msg_${randomUUID()}`;
    const at = Math.floor(now().getTime() / 1000);
    const body = JSON.stringify({ user, sms: { otp, phone } });
    const signatures = keys.map(
      (key) => `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`,
    );
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(at),
        'webhook-signature': signatures.join(' '),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the SMS webhook answered ${answer.status}`);
  };
}
