import { randomBytes, randomUUID } from 'node:crypto';
import { answered, expect, test } from './harness/test.ts';

/**
 * The pages behind links of mails that carry a secret, each with one of the right shape. The links of auth are in confirmation.spec.ts
 * and recovery.spec.ts; server/mail-links.test.ts enumerates the links of every mail.
 */
const hex = randomBytes(32).toString('hex');
const base64 = randomBytes(32).toString('base64url');
const pages: Readonly<Record<string, string>> = {
  'a link of auth': `/auth/callback?token_hash=${hex}&type=magiclink`,
  'a new password': `/reset-password?token_hash=${hex}&type=recovery`,
  'a guardian’s consent': `/guardian/${base64}`,
  'a decision of the team': `/decision/${base64}`,
  'a second factor that is kept': `/keep-factors/${hex}`,
  'an unknown sign-in': `/unknown-sign-in/${hex}`,
  'a letter to the team': `/contact?key=${base64}`,
  'no more announcements': `/emails/annonces/${randomUUID()}`,
  'no more mails at all': `/emails/refus/${hex}${hex}`,
  'no more invitations': `/emails/stop/${randomUUID()}`,
};

const reads = /^POST \/functions\/v1\/[a-z-]+\/(?:read|get|list|browse)-[a-z-]+$|^POST \/visits$/;

for (const [subject, path] of Object.entries(pages))
  test(`${subject}: a program that opens the link in a browser has the page ask, and do nothing`, async ({
    page,
    expectErrors,
  }) => {
    expectErrors(answered(404));
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() !== 'GET' && request.method() !== 'HEAD')
        sent.push(`${request.method()} ${pathname}`);
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(sent.filter((request) => !reads.test(request))).toEqual([]);
  });
