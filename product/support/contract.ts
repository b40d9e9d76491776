import { z } from 'zod';
import { MEASURES } from '#product/accounts/rules/sanctions.ts';
import { filesSent } from '#product/attachments/contract.ts';
import { anyone, person, team } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract, reason } from '#product/shared/contract.ts';
import { THREAD_CONTEXTS, THREAD_STATES, type ThreadState } from './rules/support.ts';

/**
 * Threads between a person and the team. The person reads theirs as rows of `support_threads` and
 * `support_messages` under row-level security; the team lists them in `admin_support_threads`.
 * Amounts are cents.
 */

export const SUBJECT_MAX = 120;
export const SUPPORT_MESSAGE_MAX = 4000;

const key = z.uuid();
const threadId = z.uuid();
const time = z.iso.datetime();
const state = z.enum(THREAD_STATES);
const context = z.enum(THREAD_CONTEXTS);
// Lines and tabs are text; other control characters are not, and Postgres stores no NUL.
const visible = /^(?:[\n\r\t]|\P{Cc})*$/u;
const body = z
  .string()
  .trim()
  .min(1, 'Écrivez votre message')
  .max(SUPPORT_MESSAGE_MAX, `Ce texte doit tenir en ${SUPPORT_MESSAGE_MAX} caractères`)
  .regex(visible, 'Ce texte contient un caractère invisible');
const subject = z
  .string()
  .trim()
  .min(3, 'Dites en quelques mots de quoi il s’agit')
  .max(SUBJECT_MAX, `L’objet doit tenir en ${SUBJECT_MAX} caractères`)
  .regex(/^\P{Cc}*$/u, 'L’objet contient un caractère invisible');

/**
 * The subject of a thread: the session or the payment whose page it was opened from, and which is
 * the person's; null for the others.
 */
const about = z.strictObject({ kind: context.exclude(['contact']), id: z.uuid().nullable() });
export type ThreadSubject = z.output<typeof about>;

/**
 * Writes to the team. Refuses with `thread_subject_not_found` about a session or a payment of
 * others, or `too_many_attempts`.
 */
export const openThread = contract(
  'support/open-thread',
  z.strictObject({ key, about, subject, body, files: filesSent }),
  z.object({ threadId, number: z.int() }),
  { access: person },
);

/**
 * Writes again in one's own thread, which then waits for the team, also when it was resolved.
 * Refuses with `thread_not_found` or `too_many_attempts`.
 */
export const replyThread = contract(
  'support/reply-thread',
  z.strictObject({ key, threadId, body, files: filesSent }),
  z.object({ messageId: z.string(), sentAt: time }),
  { access: person },
);

const row = { id: z.string(), body: z.string(), at: time };

/** A thread as the team works on it, notes included. Refuses with `thread_not_found`. */
export const readThread = contract(
  'support/read-thread',
  z.strictObject({ threadId }),
  z.object({
    id: threadId,
    number: z.int(),
    subject: z.string(),
    context,
    bookingId: z.uuid().nullable(),
    paymentId: z.uuid().nullable(),
    state,
    openedAt: time,
    waitingSince: time.nullable(),
    firstAnsweredAt: time.nullable(),
    assignee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    /** The members of the team who may take care of it. */
    team: z.array(z.object({ id: z.uuid(), name: z.string() })),
    /** Both sides, oldest first. */
    messages: z.array(
      z.object({
        ...row,
        side: z.enum(['person', 'team']),
        via: z.enum(['page', 'mail']),
        /** Of a reply by mail: what may be a quotation or a signature; null: nothing. */
        folded: z.string().nullable(),
        author: z.string().nullable(),
      }),
    ),
    notes: z.array(z.object({ ...row, author: z.string().nullable() })),
    /** First name of the admin who reads, to sign with. */
    me: z.string().nullable(),
    name: z.string(),
    /** Where answers go; empty when there is none. */
    email: z.string(),
    /** Null without an account. */
    person: z
      .object({
        id: z.uuid(),
        firstName: z.string().nullable(),
        role: z.string().nullable(),
        since: time,
        suspended: z.boolean(),
        bookings: z.array(
          z.object({
            id: z.uuid(),
            title: z.string(),
            startAt: time,
            status: z.string(),
            priceCents: z.int(),
            streamer: z.string().nullable(),
          }),
        ),
        payments: z.array(
          z.object({
            id: z.uuid(),
            capturedCents: z.int(),
            refundedCents: z.int(),
            state: z.string(),
            at: time,
          }),
        ),
        sanctions: z.array(
          z.object({ number: z.int(), measure: z.enum(MEASURES), at: time, overturned: z.boolean() }),
        ),
      })
      .nullable(),
    /** The session that it is about. */
    booking: z.object({ title: z.string(), streamer: z.string().nullable(), priceCents: z.int() }).nullable(),
  }),
  { access: team('support') },
);

/**
 * Answers in the name of the team: the person is told on the page and by mail. `seen` is the last
 * message that the admin read, so that two admins do not answer the same question. Refuses with
 * `thread_not_found`, `thread_changed` or `cannot_act_on_self`.
 */
export const answerThread = contract(
  'support/answer-thread',
  z.strictObject({
    key,
    threadId,
    body,
    seen: z.string().regex(/^\d{1,15}$/),
    /** The state that it has afterwards. */
    state: state.exclude(['open']),
    files: filesSent,
  }),
  z.object({ messageId: z.string(), sentAt: time }),
  { access: team('support') },
);

/** Settles a thread, or takes it up again. Refuses with `thread_not_found`. */
export const setThreadState = contract(
  'support/set-thread-state',
  z.strictObject({ threadId, state, reason: reason.optional() }),
  z.object({ threadId, state }),
  {
    access: team('support'),
    audit: entry({
      label: 'Demande classée',
      before: ['state'],
      after: ['state'],
      words: { state: say.oneOf({ open: 'à répondre', waiting: 'en attente', resolved: 'résolue' }) },
      readBy: ['support'],
    }),
    undo: ({ threadId }, before: ThreadState) => ({ threadId, state: before }),
  },
);

/**
 * Gives a thread to an admin, or to nobody. `before` is whose it was when the admin looked: of two
 * who take it at once one is told. Refuses with `thread_not_found`, `thread_changed` or
 * `assignee_not_admin`.
 */
export const assignThread = contract(
  'support/assign-thread',
  z.strictObject({
    threadId,
    assigneeId: z.uuid().nullable(),
    before: z.uuid().nullable(),
    /** Why, where one is asked: of several threads at once. */
    reason: reason.optional(),
  }),
  z.object({ threadId, assigneeId: z.uuid().nullable() }),
  {
    access: team('support'),
    audit: entry({
      label: 'Demande confiée',
      before: ['assigneeId'],
      after: ['assigneeId'],
      words: { assigneeId: say.titled('confiée à', say.member) },
      readBy: ['support'],
    }),
    undo: ({ threadId, assigneeId, before }) => ({ threadId, assigneeId: before, before: assigneeId }),
  },
);

/** Notes something for the team alone. Refuses with `thread_not_found`. */
export const addNote = contract(
  'support/add-note',
  z.strictObject({ key, threadId, body }),
  z.object({ noteId: z.string() }),
  { access: team('support') },
);

/**
 * Notes something about a person for the team, whom a copy of what Loge keeps about them gives it
 * to. Refuses with `person_not_found`.
 */
export const notePerson = contract(
  'support/note-person',
  z.strictObject({ key, personId: z.uuid(), body }),
  z.object({ noteId: z.string() }),
  { access: team('support', 'moderation') },
);

const token = z.string().regex(/^[\w-]{43}$/);

/**
 * Writes to the team without signing in: a mail with the secret of its address goes to `email`, and
 * the team reads nothing before it is followed. Refuses with `too_many_attempts`,
 * or `address_refused` where the reader of the address refused all mails.
 */
export const requestContact = contract(
  'support/request-contact',
  z.strictObject({
    name: z
      .string()
      .trim()
      .min(2, 'Indiquez votre nom')
      .max(120, 'Votre nom doit tenir en 120 caractères')
      .regex(/^\P{Cc}*$/u, 'Votre nom contient un caractère invisible'),
    email: z.email('Indiquez une adresse e-mail').max(320),
    subject,
    body,
  }),
  z.object({}),
  { access: anyone },
);

/**
 * Reads the thread or letter that a mail's secret opens: a letter that waits (`draft`), or the
 * thread that it became. Refuses with `thread_not_found`.
 */
export const readContact = contract(
  'support/read-contact',
  z.strictObject({ token }),
  z.object({
    number: z.int().nullable(),
    subject: z.string(),
    state: state.nullable(),
    messages: z.array(z.object({ ...row, side: z.enum(['person', 'team']) })),
    draft: z.string().nullable(),
  }),
  { access: anyone },
);

/**
 * The address is theirs: the letter goes to the team, once. Refuses with `thread_not_found`, also
 * when it waited too long.
 */
export const confirmContact = contract(
  'support/confirm-contact',
  z.strictObject({ token }),
  z.object({ number: z.int() }),
  { access: anyone },
);

/**
 * Writes again in the thread that a mail's secret opens. Refuses with `thread_not_found` or
 * `too_many_attempts`.
 */
export const replyContact = contract('support/reply-contact', z.strictObject({ token, body }), z.object({}), {
  access: anyone,
});
