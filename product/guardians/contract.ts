import { z } from 'zod';
import { anyone, person } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract } from '#product/shared/contract.ts';
import { GUARDIAN_LIMIT_EUROS, GUARDIANSHIP_STATES } from './rules/guardian.ts';

/**
 * The commands about who answers for a minor. All but the first are for the guardian, who has no
 * account: the secret of a mail's link says who they are.
 */

/** The secret in the link of a mail. */
const token = z.string().regex(/^[0-9a-f]{64}$/);
const monthlyCents = z
  .int()
  .min(0)
  .max(GUARDIAN_LIMIT_EUROS.most * 100);

/**
 * Writes to who answers for a minor, and replaces what was asked before. Refuses with `not_minor`,
 * `own_guardian` for the minor's own address, `guardian_confirmed` while one answers for them,
 * `guardian_refused` for the address of somebody who refused it, or all such mails, or
 * `too_many_attempts`.
 */
export const askGuardian = contract(
  'guardians/ask-guardian',
  z.strictObject({ email: z.email('Email invalide').max(320) }),
  z.object({ expiresAt: z.iso.datetime() }),
  { access: person },
);

const session = z.object({
  bookingId: z.uuid(),
  title: z.string(),
  streamerName: z.string(),
  start: z.iso.datetime(),
  durationMinutes: z.int(),
  status: z.string(),
  isFree: z.boolean(),
  /** In cents: what was paid, and what of it came back. */
  paidCents: z.int(),
  refundedCents: z.int(),
  /** Of one that is to come, what calling it off at this moment gives back; null for the others. */
  refundCents: z.int().nullable(),
});
export type GuardianSession = z.output<typeof session>;

/**
 * Returns a guardian's view: never messages, nor answers to a streamer's questions. Refuses with
 * `guardianship_not_found`.
 */
export const readGuardianship = contract(
  'guardians/read-guardianship',
  z.strictObject({ token }),
  z.object({
    state: z.enum([...GUARDIANSHIP_STATES, 'expired']),
    /** First name and initial. */
    minorName: z.string(),
    askedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    guardianName: z.string().nullable(),
    monthlyCents: z.int().nullable(),
    /** Of the month that runs in Paris. */
    spentCents: z.int(),
    /** To come first, then past ones, newest first; empty until the guardian has confirmed. */
    sessions: z.array(session),
  }),
  { access: anyone },
);

const STATE = say.oneOf({
  asked: 'demandé',
  confirmed: 'donné',
  refused: 'refusé',
  stopped: 'retiré',
  ended: 'fini',
});

/**
 * Confirms, once: the guardian says their name, that they have parental authority, and a limit.
 * Refuses with `guardianship_not_found`, `guardianship_decided`.
 */
export const confirmGuardianship = contract(
  'guardians/confirm-guardianship',
  z.strictObject({
    token,
    name: z.string().trim().min(3, 'Écrivez votre prénom et votre nom').max(120),
    hasAuthority: z.literal(true),
    monthlyCents,
  }),
  z.object({}),
  {
    access: anyone,
    audit: entry({
      label: 'Accord d’un parent donné',
      before: ['state'],
      after: ['state', 'monthlyCents'],
      words: { state: STATE, monthlyCents: say.titled('au plus', say.money('par mois')) },
      readBy: ['support', 'moderation'],
    }),
  },
);

/**
 * Refuses, once; with `forever` no request of any minor is mailed to that address again. Refuses
 * with `guardianship_not_found`, `guardianship_decided`.
 */
export const refuseGuardianship = contract(
  'guardians/refuse-guardianship',
  z.strictObject({ token, forever: z.boolean().default(false) }),
  z.object({}),
  { access: anyone },
);

/** Another limit, from now on. Refuses with `guardianship_not_found`, `guardianship_decided`. */
export const limitGuardianship = contract(
  'guardians/limit-guardianship',
  z.strictObject({ token, monthlyCents }),
  z.object({}),
  { access: anyone },
);

/**
 * Takes the consent back: nothing more is paid, and what waits for a payment or an answer ends.
 * With `cancelSessions` the sessions to come are called off too, by the refund rule of each. Sent
 * again, it goes on where it was. Refuses with `guardianship_not_found`, `guardianship_decided`.
 */
export const stopGuardianship = contract(
  'guardians/stop-guardianship',
  z.strictObject({ token, cancelSessions: z.boolean() }),
  z.object({ cancelled: z.int(), refundCents: z.int() }),
  {
    access: anyone,
    audit: entry({
      label: 'Accord d’un parent retiré',
      before: ['state'],
      after: ['state', 'cancelled?', 'refundCents?'],
      words: {
        state: STATE,
        cancelled: say.count('session annulée', 'sessions annulées'),
        refundCents: say.titled('remboursé', say.money()),
      },
      readBy: ['support', 'moderation'],
    }),
  },
);
