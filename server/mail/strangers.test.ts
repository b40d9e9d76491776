import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REFUSAL_PATH } from '#product/mail/strangers.ts';
import { renderFact } from '#product/mails.ts';

const root = join(import.meta.dirname, '../..');
const envelope = {
  to: 'inconnue@exemple.fr',
  firstName: null,
  from: 'Loge <bonjour@loge.test>',
  site: 'https://loge.test',
};
/** What somebody else could have written: a name passes the rule of names, a title anything. */
const WORDS = 'Gagnez gros sur promo point example';
const token = 'a'.repeat(64);
const refusal = 'b'.repeat(128);

/**
 * Every place that writes a mail to somebody who has no account, with its kind. An address there is anybody's until its reader answers: what
 * others wrote is in none, but for the name of the minor whom a guardian is asked about. `answered` goes only to who has answered by the link.
 */
const PLACES: Readonly<
  Record<string, { kind: string; events: readonly object[]; name?: true } | 'answered'>
> = {
  'product/guardians/commands/ask-guardian.ts': {
    kind: 'guardian.asked',
    events: [{ minorName: WORDS, token, refusal }],
    name: true,
  },
  'product/guardians/commands/confirm-guardianship.ts': 'answered',
  'product/guardians/commands/stop-guardianship.ts': 'answered',
  'product/guardians/notify-guardian.ts': 'answered',
  'product/guardians/end-guardianship.ts': 'answered',
  'product/moderation/commands/send-report.ts': {
    kind: 'moderation.report_received',
    events: [{ number: 7, title: null, refusal }],
  },
  'product/moderation/commands/decide-case.ts': {
    kind: 'moderation.report_answered',
    events: [
      { number: 7, title: null, acted: true, refusal },
      { number: 7, title: null, acted: false, refusal },
    ],
  },
  'product/support/commands/request-contact.ts': {
    kind: 'support.contact_requested',
    events: [{ path: '/contact?key=k1', refusal }],
  },
  // To who wrote to us by mail, about the files that they sent themselves.
  'product/support/receive-reply.ts': {
    kind: 'support.reply_troubled',
    events: [
      { why: 'unknown', refusal },
      { why: 'too_long', refusal },
    ],
  },
};

describe('mail to people who have no account', () => {
  test('is written in the places of this table alone', () => {
    const writing = globSync('product/**/*.ts', { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
      .filter((path) => {
        const text = readFileSync(join(root, path), 'utf8');
        return /postToStranger\(/.test(text) || (/postMail\(/.test(text) && /userId: null/.test(text));
      })
      // The one helper through which they go.
      .filter((path) => path !== 'product/mail/strangers.ts');
    expect(writing.sort()).toEqual(Object.keys(PLACES).sort());
  });

  test.each(
    Object.entries(PLACES).flatMap(([path, place]) => (place === 'answered' ? [] : [[path, place] as const])),
  )(
    '%s: its subject and first lines are ours, and its reader refuses all others by a link',
    (path, { kind, events, name }) => {
      expect(readFileSync(join(root, path), 'utf8')).not.toMatch(/userId: null/);
      for (const event of events) {
        const letter = renderFact(kind, event, envelope);
        expect(letter.subject).not.toContain(WORDS);
        expect(letter.text.includes(WORDS)).toBe(name === true);
        expect(letter.text).toContain(`https://loge.test${REFUSAL_PATH}/${refusal}`);
      }
    },
  );
});
