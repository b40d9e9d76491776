import { z } from 'zod';
import { team } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract, instant, reason } from '#product/shared/contract.ts';
import {
  ANNOUNCEMENT_BODY_MAX,
  ANNOUNCEMENT_TITLE_MAX,
  SEGMENT_LABELS,
  SEGMENTS,
} from './rules/announcements.ts';

/**
 * The team's announcements to many people at once. It lists them in `admin_announcements`; their
 * readers have rows of `announcement_receipts`.
 */

const line = /^\P{Cc}*$/u;
// Lines and tabs are text; other control characters are not, and Postgres stores no NUL.
const visible = /^(?:[\n\r\t]|\P{Cc})*$/u;
const title = z
  .string()
  .trim()
  .min(3, 'Donnez un titre à l’annonce')
  .max(ANNOUNCEMENT_TITLE_MAX, `Le titre doit tenir en ${ANNOUNCEMENT_TITLE_MAX} caractères`)
  .regex(line, 'Le titre contient un caractère invisible');
const body = z
  .string()
  .trim()
  .min(3, 'Écrivez l’annonce')
  .max(ANNOUNCEMENT_BODY_MAX, `L’annonce doit tenir en ${ANNOUNCEMENT_BODY_MAX} caractères`)
  .regex(visible, 'L’annonce contient un caractère invisible');
/** A category for the segment that has one, and for no other. */
const isAddressed = ({ segment, category }: { segment: string; category: string | null }) =>
  (segment === 'streamers_of_category') === (category !== null);
const WHICH = { message: 'Choisissez une catégorie', path: ['category'] };
const segment = z.enum(SEGMENTS);
const category = z.string().max(60).nullable();

/** How many people are in a segment now, and how many of them agreed to mails. */
export const countAudience = contract(
  'announcements/count-audience',
  z.strictObject({ segment, category }).refine(isAddressed, WHICH),
  z.object({ people: z.int(), byMail: z.int() }),
  { access: team('support') },
);

/**
 * Plans an announcement, for now or for a moment to come; a task sends it, to each person once.
 * Refuses with `moment_in_past`, also for a banner that would end before it begins, and with
 * `banner_too_long`.
 */
export const planAnnouncement = contract(
  'announcements/plan-announcement',
  z
    .strictObject({
      key: z.uuid(),
      segment,
      category,
      title,
      body,
      onBell: z.boolean(),
      byMail: z.boolean(),
      /** Null: at once. */
      sendAt: instant.nullable(),
      /** When its banner ends; null: it has none. */
      bannerUntil: instant.nullable(),
      reason,
    })
    .refine(isAddressed, WHICH)
    .refine(({ onBell, byMail, bannerUntil }) => onBell || byMail || bannerUntil !== null, {
      message: 'Choisissez au moins une façon de la montrer',
      path: ['onBell'],
    }),
  z.object({ announcementId: z.uuid() }),
  {
    access: team('support'),
    audit: entry({
      label: 'Annonce envoyée ou programmée',
      before: null,
      after: ['segment', 'category', 'title', 'sendAt'],
      words: {
        title: say.quotation,
        segment: say.oneOf(SEGMENT_LABELS),
        category: say.category,
        sendAt: say.titled('envoi', say.on()),
      },
      readBy: ['support'],
    }),
    undo: 'people may be told at once',
  },
);

/**
 * Sends an announcement to the one who writes it alone, by mail and among their notifications.
 * Refuses with `too_many_attempts`.
 */
export const testAnnouncement = contract(
  'announcements/test-announcement',
  z.strictObject({ title, body }),
  z.object({}),
  { access: team('support') },
);

/**
 * Stops what has not gone yet, and takes its banner away; of one that was sent whole, it takes the
 * banner away. Refuses with `announcement_not_found`, or `announcement_over` when it was stopped,
 * or was sent and shows no banner any more.
 */
export const stopAnnouncement = contract(
  'announcements/stop-announcement',
  z.strictObject({ announcementId: z.uuid(), reason }),
  z.object({ announcementId: z.uuid(), sent: z.int() }),
  {
    access: team('support'),
    audit: entry({
      label: 'Annonce arrêtée',
      before: ['sent', 'bannerUntil', 'stopped'],
      after: ['bannerUntil?', 'stopped'],
      words: {
        stopped: say.turn('prévue → arrêtée'),
        bannerUntil: say.titled('bandeau', say.until('aucun')),
        sent: say.count('personne prévenue', 'personnes prévenues', 'personne de prévenu'),
      },
      readBy: ['support'],
    }),
    undo: 'it is planned again instead',
  },
);
