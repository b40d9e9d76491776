import type pg from 'pg';
import type { Person } from '#product/command/access.ts';
import { audit, WORK_REASON } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import type { Letter, MailKind } from '#product/mail/mail-kind.ts';
import { kinds } from '#product/mails.ts';
import { AppError } from '#product/shared/errors.ts';
import { hasDuty } from '#product/shared/team-roles.ts';
import { previewMail as contract, type EXAMPLE_CAUSES } from '../mails-contract.ts';

type ExampleCause = (typeof EXAMPLE_CAUSES)[number];

/**
 * A mail as it leaves, with the facts of the last one of its kind where the caller may know them,
 * else with an example. The log keeps who was shown a real one.
 */
export const previewMail = ({ siteUrl }: Pick<ProductDeps, 'siteUrl'>) =>
  serve({
    contract,
    async run({ db, person, input: { kind: name, sample }, now }) {
      const kind = kinds.find((each) => each.name === name);
      if (!kind) throw new AppError('mail_not_found');
      const real = sample === null ? await realOf(db, kind, person.teamRoles, siteUrl()) : ('asked' as const);
      if (typeof real !== 'string') {
        const { id, letter, writtenAt } = real;
        await audit(db, {
          at: now,
          actorId: person.id,
          action: contract,
          subject: { table: 'mail.messages', id },
          before: null,
          after: { kind: name },
          reason: WORK_REASON,
        });
        return { ...wordsOf(letter), writtenAt, example: null };
      }
      const letter = exampleOf(kind, sample ?? 0, person, siteUrl());
      if (!letter) throw new AppError('mail_not_found');
      return { ...wordsOf(letter), writtenAt: null, example: real };
    },
  });

const wordsOf = ({ subject, html, text }: Letter) => ({ subject, html, text });

/** An example as the caller would get it; null when there is none of that number. */
export function exampleOf(
  { samples, render }: MailKind,
  at: number,
  { email, firstName }: Pick<Person, 'email' | 'firstName'>,
  site: string,
): Letter | null {
  return at < samples.length ? render(samples[at], { to: email, firstName, from: 'Loge', site }) : null;
}

/**
 * Mails that were sent keep no facts, and some were written in another shape: those cannot be
 * shown.
 */
const LOOKED_AT = 20;

async function realOf(db: pg.ClientBase, kind: MailKind, roles: readonly string[], site: string) {
  const cause = (why: Exclude<ExampleCause, 'asked'>): ExampleCause => why;
  if (kind.shows === 'example') return cause('secret');
  if (!hasDuty(roles, kind.shows)) return cause('role');
  const { rows } = await db.query(
    `select id, event, to_address, first_name, created_at from mail.messages
     where kind = $1 and event is not null order by created_at desc, id desc limit $2`,
    [kind.name, LOOKED_AT],
  );
  const found = rows.find(({ event }) => kind.facts.safeParse(event).success);
  if (!found) return cause('none');
  const letter = kind.render(found.event, {
    to: found.to_address,
    firstName: found.first_name,
    from: 'Loge',
    site,
  });
  return { id: found.id, letter, writtenAt: found.created_at.toISOString() };
}
