import { z } from 'zod';
import { member } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract } from '#product/shared/contract.ts';

/** The mails that Loge sends, as the team looks at them. */

/**
 * Every kind of mail, with how many were written in the last thirty days, which is as long as they
 * are kept.
 */
export const listMails = contract(
  'content/list-mails',
  z.strictObject({}),
  z.object({
    mails: z.array(
      z.object({
        kind: z.string(),
        /** Its subject, as the first sample has it. */
        subject: z.string(),
        samples: z.int().positive(),
        written: z.int().nonnegative(),
        last: z.iso.datetime().nullable(),
      }),
    ),
  }),
  { access: member },
);

/**
 * Why an example is shown in place of the last mail of a kind: it was asked for, the kind holds a
 * secret, the caller's roles do not include whom it tells about, or none is kept.
 */
export const EXAMPLE_CAUSES = ['asked', 'secret', 'role', 'none'] as const;

const sample = z.int().nonnegative().max(50);
const kind = z.string().max(60);

/**
 * A mail as it leaves: the last one of that kind whose facts are kept, or an example. `sample` asks
 * for that example. Refuses with `mail_not_found` for a kind or an example that does not exist.
 */
export const previewMail = contract(
  'content/preview-mail',
  z.strictObject({ kind, sample: sample.nullable() }),
  z.object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    /** When the real one was written; null: an example. */
    writtenAt: z.iso.datetime().nullable(),
    example: z.enum(EXAMPLE_CAUSES).nullable(),
  }),
  {
    access: member,
    audit: entry({
      label: 'E-mail d’une personne regardé',
      before: null,
      after: ['kind'],
      words: { kind: say.quotation },
    }),
  },
);

/**
 * Sends an example to the caller's own address, marked as a test. Refuses with `mail_not_found` or
 * `too_many_attempts`.
 */
export const testMail = contract(
  'content/test-mail',
  z.strictObject({ kind, sample }),
  z.object({ to: z.string() }),
  {
    access: member,
    audit: entry({
      label: 'E-mail d’essai envoyé',
      before: null,
      after: ['kind', 'sample'],
      words: { kind: say.quotation, sample: say.nothing },
    }),
    undo: 'a mail to oneself',
  },
);
