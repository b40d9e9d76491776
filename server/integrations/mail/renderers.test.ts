import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthMail } from '#server/platform/auth/mail-port.ts';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { type AccountEvent, accountMailer } from './account-mails.ts';
import { authMailer } from './auth-mails.ts';
import { composeMime, type StoredMail } from './mime.ts';
import { InvalidRecipient } from './outbox.ts';

const identity = { from: 'Loge <bonjour@loge.test>', siteUrl: () => 'https://loge.test' };
const at = new Date('2026-03-12T17:30:00Z');
const link = 'https://loge.test/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Floge.test';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase('platform');
});
afterAll(() => db.close());

/** The newest mail of the outbox, composed and read back by an independent parser. */
async function parsed() {
  const { rows } = await db.pool.query<StoredMail>(
    'select * from mail.messages order by created_at desc limit 1',
  );
  const raw = await composeMime(rows[0]!);
  return { raw: raw.toString('latin1'), row: rows[0]!, mail: await PostalMime.parse(raw) };
}

async function sendAuth(mail: Partial<AuthMail> & Pick<AuthMail, 'kind'>) {
  const client = await db.pool.connect();
  try {
    await authMailer({ ...identity, validitySeconds: 3600 })(client, {
      to: 'camille@exemple.fr',
      userId: null,
      actionLink: link,
      otp: '482913',
      userMetadata: { first_name: 'Camille' },
      ...mail,
    });
  } finally {
    client.release();
  }
  return parsed();
}

async function sendAccount(event: AccountEvent, firstName: string | null = 'Camille') {
  const client = await db.pool.connect();
  try {
    await accountMailer(identity)(client, {
      to: 'camille@exemple.fr',
      userId: '0b7d4bd6-3e5c-4a6e-8a3d-0123456789ab',
      firstName,
      event,
    });
  } finally {
    client.release();
  }
  return parsed();
}

describe('every mail of auth', () => {
  test.each([
    ['signup', 'Confirmez votre adresse e-mail', 'Confirmer mon adresse'],
    ['recovery', 'Choisissez un nouveau mot de passe', 'Choisir un mot de passe'],
    ['magiclink', 'Votre lien de connexion', 'Me connecter'],
    ['invite', 'Une invitation à rejoindre Loge', 'Accepter l’invitation'],
    ['email_change_current', 'Confirmez votre changement d’adresse', 'Confirmer le changement'],
    ['email_change_new', 'Confirmez votre nouvelle adresse', 'Confirmer cette adresse'],
  ] as const)('%s is « %s », with its link as a button and as text', async (kind, subject, label) => {
    const { mail } = await sendAuth({ kind, newEmail: 'nouvelle@exemple.fr' });
    expect(mail.subject).toBe(subject);
    expect(mail.from).toEqual({ name: 'Loge', address: 'bonjour@loge.test' });
    expect(mail.to).toEqual([{ name: '', address: 'camille@exemple.fr' }]);
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.text).toContain('Bonjour Camille,');
    expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    expect(mail.html).toContain(`>${link.replaceAll('&', '&amp;')}</a>`);
    expect(mail.html).toContain(`>${label}</a>`);
    expect(mail.text).toContain('une heure');
  });

  test('the magic link and the recovery show six digits beside the link, for whoever reads on another device', async () => {
    expect((await sendAuth({ kind: 'magiclink' })).mail.text).toContain('482913');
    expect((await sendAuth({ kind: 'recovery' })).mail.text).toContain('482913');
    expect((await sendAuth({ kind: 'signup' })).mail.text).not.toContain('482913');
  });

  test('a reauthentication is a code alone', async () => {
    const { mail } = await sendAuth({ kind: 'reauthentication', actionLink: null });
    expect(mail.subject).toBe('Votre code de vérification');
    expect(mail.text).toContain('\n482913\n');
    expect(mail.html).not.toContain('verify?token');
  });

  test('a notice of a changed password or address needs no link from auth', async () => {
    expect((await sendAuth({ kind: 'password_changed', actionLink: null, otp: '' })).mail.subject).toBe(
      'Votre mot de passe a changé',
    );
    const changed = await sendAuth({
      kind: 'email_changed',
      actionLink: null,
      otp: '',
      newEmail: "o'n@x.fr",
    });
    expect(changed.mail.text).toContain("l’adresse o'n@x.fr");
    const exists = await sendAuth({ kind: 'account_exists', actionLink: null, otp: '' });
    expect(exists.mail.subject).toBe('Vous avez déjà un compte');
    expect(exists.mail.text).not.toContain('verify?token');
  });

  test('says the new address to the old one', async () => {
    const { mail } = await sendAuth({ kind: 'email_change_current', newEmail: 'nouvelle@exemple.fr' });
    expect(mail.text).toContain('nouvelle@exemple.fr');
  });
});

describe('every mail about an account', () => {
  test.each<[AccountEvent, string, RegExp]>([
    [
      {
        kind: 'deletion_requested',
        deletedAt: at,
        cancelLink: 'https://loge.test/viewer-dashboard/settings',
      },
      'Votre compte sera supprimé',
      /jeudi 12 mars 2026 à 18\u202fh\u202f30[\s\S]*https:\/\/loge\.test\/viewer-dashboard\/settings/,
    ],
    [{ kind: 'deletion_done' }, 'Votre compte est supprimé', /données personnelles sont effacées/],
    [
      { kind: 'suspended', reason: 'Propos insultants', until: at },
      'Votre compte est suspendu',
      /jusqu’au jeudi 12 mars[\s\S]*Motif\u202f: Propos insultants/,
    ],
    [
      { kind: 'suspended', reason: 'Fraude', until: null },
      'Votre compte est suspendu',
      /jusqu’à nouvel ordre/,
    ],
    [{ kind: 'restored' }, 'Votre compte est rétabli', /https:\/\/loge\.test\/auth/],
    [
      { kind: 'admin_request_decided', granted: true, reason: null },
      'Votre demande d’administration est acceptée',
      /admin-dashboard/,
    ],
    [
      { kind: 'admin_request_decided', granted: false, reason: 'Équipe complète' },
      'Votre demande d’administration est refusée',
      /Motif\u202f: Équipe complète/,
    ],
    [{ kind: 'password_changed', at }, 'Votre mot de passe a changé', /forgot-password/],
    [{ kind: 'email_changed', at, newEmail: 'n@x.fr' }, 'L’adresse de votre compte a changé', /n@x\.fr/],
    [{ kind: 'account_exists' }, 'Vous avez déjà un compte', /loge\.test\/auth\n[\s\S]*forgot-password/],
  ])('%o', async (event, subject, text) => {
    const { mail, row } = await sendAccount(event);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toMatch(text);
    expect(mail.html).toContain('lang="fr"');
    expect(row).toMatchObject({ kind: `account.${event.kind}`, related: { user_id: expect.any(String) } });
  });
});

describe('what a stranger types', () => {
  test('opens the mail only when it looks like a first name', async () => {
    for (const first_name of [
      'Gagnez 1000 € sur http://x.fr',
      'x.fr',
      '<b>Moi</b>',
      42,
      'a\r\nBcc: z@z.fr',
    ]) {
      const { mail } = await sendAuth({ kind: 'signup', userMetadata: { first_name } });
      expect(mail.text).toContain('\n\nBonjour,\n\n');
    }
    const { mail } = await sendAuth({ kind: 'signup', userMetadata: { first_name: "Jean-Noël d'Or" } });
    expect(mail.text).toContain('Bonjour Jean-Noël d’Or,');
  });

  test('stays text in the HTML', async () => {
    const { mail } = await sendAccount({
      kind: 'suspended',
      reason: '<img src=x onerror=alert(1)>',
      until: null,
    });
    expect(mail.html).toContain('&lt;img src=x');
    expect(mail.html).not.toContain('<img');
  });

  test('never becomes a header or a second recipient', async () => {
    for (const to of [
      'a@x.fr\r\nBcc: z@z.fr',
      'a@x.fr, z@z.fr',
      'Z <z@z.fr>',
      'a@x.fr;z@z.fr',
      'group:a@x.fr',
      '@',
      '',
    ]) {
      await expect(sendAuth({ kind: 'signup', to })).rejects.toThrow(InvalidRecipient);
    }
    const { raw } = await sendAccount({
      kind: 'suspended',
      reason: 'x\r\nBcc: z@z.fr\r\n\r\nbonjour',
      until: null,
    });
    const headers = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(headers).not.toMatch(/^bcc:/im);
  });

  test('is no link unless it is http or https', async () => {
    await expect(sendAuth({ kind: 'signup', actionLink: 'javascript:alert(1)' })).rejects.toThrow(
      'http and https only',
    );
  });
});

test('the same message gives the same bytes and Message-ID at every attempt', async () => {
  const { row, raw, mail } = await sendAuth({ kind: 'signup' });
  expect((await composeMime(row)).toString('latin1')).toBe(raw);
  expect(mail.messageId).toBe(`<${row.id}@loge.test>`);
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
});
