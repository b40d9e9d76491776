import { z } from 'zod';
import { team } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract, reason } from '#product/shared/contract.ts';
import { FILE_KINDS, isPrinted } from './rules/files.ts';
import { FILE_LABELS, LAST_DAY, RECIPIENTS_MAX, RHYTHMS, SCHEDULED_KINDS } from './rules/schedule.ts';

/** The books by month, for admins. Amounts are cents; a month is `YYYY-MM`, of Paris. */

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Indiquez un mois');
const amount = z.int();

/** A month's report (product/books/rules/month.ts), and whether it is or could be closed. */
export const readMonth = contract(
  'accounting/read-month',
  z.strictObject({ month }),
  z.object({
    month,
    /** The first month with a posting; null while there is none. */
    firstMonth: month.nullable(),
    /** The one that is running. */
    currentMonth: month,
    /** The oldest month that is open. */
    nextToClose: month.nullable(),
    closedAt: z.iso.datetime({ offset: true }).nullable(),
    postings: z.int(),
    report: z.object({
      collected: amount,
      refunded: amount,
      lostToBanks: amount,
      providerFees: amount,
      paidOut: amount,
      kept: amount,
      commissions: amount,
      borne: amount,
      withheld: amount,
      difference: amount,
      withheldAtEnd: amount,
    }),
    /**
     * The obstacles to closing it: orders and payouts the provider has not answered, payments whose
     * books differ from its answers.
     */
    obstacles: z.object({ orders: z.int(), payouts: z.int(), payments: z.int(), ledger: amount }),
  }),
  { access: team('finance') },
);

/**
 * Closes the oldest month that is open: nothing enters it any more. Refuses with `already_done`,
 * `month_not_over`, `month_not_next` (an earlier one is open), `books_disagree` (`details` has the
 * obstacles) or `try_again` (money moves all the time).
 */
export const closeMonth = contract(
  'accounting/close-month',
  z.strictObject({ month, reason }),
  z.object({ month, postings: z.int() }),
  {
    access: team('finance'),
    audit: entry({
      label: 'Mois clôturé',
      before: null,
      after: ['postings'],
      words: { postings: say.count('écriture', 'écritures', 'aucune écriture') },
      readBy: ['finance'],
    }),
    undo: 'a closed month stays closed',
  },
);

/**
 * Makes a file of the books and keeps it. Refuses with `nothing_closed` for a FEC of a year without
 * a closed month, `month_not_over` for a declaration of a year that is not over and figures for the
 * public of a month that is not, `nothing_to_declare` when the tax office knows all of it,
 * `sellers_unknown` when it does not and nobody can be named, `file_reason_required`, and
 * `file_emptied` for a year whose declarations are no longer kept.
 */
export const makeFile = contract(
  'accounting/make-file',
  z
    .strictObject({
      kind: z.enum(FILE_KINDS),
      month,
      format: z.enum(['csv', 'pdf']).optional(),
      /** Why, for a file that tells who people are. */
      reason: reason.optional(),
    })
    .refine(({ kind, format }) => format !== 'pdf' || isPrinted(kind), {
      path: ['format'],
      message: 'Ce fichier n’existe pas en PDF',
    }),
  z.object({
    fileId: z.uuid(),
    name: z.string(),
    /** Sellers of a declaration's year that it leaves out, because who they are is not known. */
    leftOut: z.int(),
  }),
  {
    access: team('finance'),
    audit: entry({
      label: 'Identités réunies pour le fisc',
      before: null,
      after: ['kind', 'year'],
      words: { kind: say.oneOf(FILE_LABELS), year: say.text() },
      readBy: ['finance'],
    }),
  },
);

/**
 * A file as it was made, its bytes as text or as base64; who takes it along is noted, and of one
 * that tells who people are also why. Refuses with `not_found`, `file_reason_required` or
 * `file_emptied`.
 */
export const readFile = contract(
  'accounting/read-file',
  z.strictObject({ fileId: z.uuid(), reason: reason.optional() }),
  z.object({
    name: z.string(),
    /** Nothing of a long file, which is read part by part. */
    body: z.string(),
    /** How many parts it lies in, from 1; 0: `body` is all of it. */
    parts: z.int(),
    encoding: z.enum(['utf8', 'base64']),
    digest: z.string(),
  }),
  {
    access: team('finance'),
    audit: entry({
      label: 'Fichier d’identités lu',
      before: null,
      after: ['digest'],
      words: { digest: say.titled('empreinte', say.text('', 12)) },
      readBy: ['finance'],
    }),
  },
);

/**
 * A part of a long file, as text, within a day of `read-file`, which counts the download. Refuses
 * with `not_found`.
 */
export const readFilePart = contract(
  'accounting/read-file-part',
  z.strictObject({ fileId: z.uuid(), number: z.int().min(1) }),
  z.object({ body: z.string() }),
  { access: team('finance') },
);

/**
 * Notes that a declaration was handed in, with the receipt's number as reason: what is declared
 * later adds to it or corrects it. Refuses with `not_found`, `month_not_over`, `already_done` or
 * `declaration_outdated`.
 */
export const recordDeposit = contract(
  'accounting/record-deposit',
  z.strictObject({ fileId: z.uuid(), reason }),
  z.object({ fileId: z.uuid() }),
  {
    access: team('finance'),
    audit: entry({
      label: 'Déclaration déposée',
      before: ['deposited'],
      after: ['deposited'],
      words: { deposited: say.oneOf({ true: 'déposée' }, 'à déposer') },
      readBy: ['finance'],
    }),
    undo: 'the administration has it',
  },
);

const FORMAT = say.oneOf({ csv: 'CSV', pdf: 'PDF' });
const EVERY = say.oneOf({ month: 'chaque mois', quarter: 'chaque trimestre' });

/**
 * Has a file made after each month or quarter, and announced by mail to some of the team: from the
 * period that runs on, each once, when its months are closed. Refuses with `recipient_refused`.
 */
export const scheduleReport = contract(
  'accounting/schedule-report',
  z
    .strictObject({
      key: z.uuid(),
      kind: z.enum(FILE_KINDS).refine((kind) => SCHEDULED_KINDS.includes(kind), {
        message: 'Ce fichier contient des identités : il ne part pas de lui-même',
      }),
      format: z.enum(['csv', 'pdf']),
      every: z.enum(RHYTHMS),
      /** Of the month after the period, in Paris. */
      day: z.int().min(1).max(LAST_DAY),
      hour: z.int().min(0).max(23),
      recipients: z.array(z.uuid()).min(1, 'Choisissez au moins une personne').max(RECIPIENTS_MAX),
      reason,
    })
    .refine(({ kind, format }) => format !== 'pdf' || isPrinted(kind), {
      path: ['format'],
      message: 'Ce fichier n’existe pas en PDF',
    }),
  z.object({ scheduleId: z.uuid() }),
  {
    access: team('finance'),
    audit: entry({
      label: 'Envoi de rapports programmé',
      before: null,
      after: ['kind', 'format', 'every', 'day', 'hour', 'recipients'],
      words: {
        kind: say.oneOf(FILE_LABELS),
        format: FORMAT,
        every: EVERY,
        day: say.titled('le', say.text()),
        hour: say.titled('à', say.text('h')),
        recipients: say.count('destinataire', 'destinataires'),
      },
      readBy: ['finance'],
    }),
    undo: 'it is stopped by a command of its own',
  },
);

/** Ends it for good. Refuses with `not_found` or `already_done`. */
export const stopReport = contract(
  'accounting/stop-report',
  z.strictObject({ scheduleId: z.uuid(), reason }),
  z.object({ scheduleId: z.uuid() }),
  {
    access: team('finance'),
    audit: entry({
      label: 'Envoi de rapports arrêté',
      before: ['kind', 'every', 'stopped'],
      after: ['stopped'],
      words: {
        kind: say.oneOf(FILE_LABELS),
        every: EVERY,
        stopped: say.oneOf({ true: 'arrêté' }, 'en cours'),
      },
      readBy: ['finance'],
    }),
    undo: 'it is scheduled again instead',
  },
);
