import { z } from 'zod';
import { admin, anyone, person } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract, instant, reason } from '#product/shared/contract.ts';
import { TEXT_BODY_LIMITS, TEXT_SLUGS } from '#product/shared/texts.ts';

/** The texts that the team writes, and who accepted them. */

const slug = z.enum(TEXT_SLUGS);
const body = z
  .string()
  .min(TEXT_BODY_LIMITS.min, 'Écrivez le texte')
  .max(TEXT_BODY_LIMITS.max, 'Ce texte est trop long : 60 000 signes au plus');
/** Safe markup, made by the server. */
const html = z.string();
const shownText = z.object({
  intro: html,
  sections: z.array(z.object({ id: z.string(), title: z.string(), html })),
});

/** A text as it is in force. Refuses with `not_found` when nobody has written it. */
export const readText = contract(
  'content/read-text',
  z.strictObject({ slug }),
  shownText.extend({
    slug,
    version: z.int(),
    effectiveAt: z.string(),
    /** When a version that is already written takes over. */
    nextAt: z.string().nullable(),
  }),
  { access: anyone, viewing: true },
);

/**
 * Keeps a text that is being written, and shows it as readers would see it; one that says what the
 * last version says is put away. Refuses with `text_changed` when `baseVersion` is no longer the
 * last one, or with `invalid_input` for a variable that nobody can fill in.
 */
export const saveDraft = contract(
  'content/save-draft',
  z.strictObject({ slug, body, baseVersion: z.int() }),
  shownText.extend({ kept: z.boolean() }),
  { access: admin, maxBytes: 256 * 1024 },
);

/**
 * Makes the draft a version, in force at once or from a moment to come. Refuses with
 * `draft_not_found`, `text_changed`, or `moment_in_past`.
 */
export const publishText = contract(
  'content/publish-text',
  z.strictObject({ slug, baseVersion: z.int(), effectiveAt: instant.nullable(), reason }),
  z.object({ slug, version: z.int(), effectiveAt: z.string() }),
  {
    access: admin,
    audit: entry({
      label: 'Texte publié',
      before: ['version', 'characters'],
      after: ['version', 'characters', 'effectiveAt'],
      words: {
        version: say.titled('version', say.text()),
        characters: say.count('signe', 'signes'),
        effectiveAt: say.titled('en vigueur', say.on()),
      },
    }),
    undo: 'a version may be accepted at once',
  },
);

/**
 * Accepts the version in force of a text. Refuses with `text_changed` when another one is in force.
 */
export const acceptText = contract(
  'content/accept-text',
  z.strictObject({ slug, version: z.int() }),
  z.object({ slug, version: z.int() }),
  { access: person },
);
