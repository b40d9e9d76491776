import { z } from 'zod';
import { ROLES } from '#domain/account/roles.ts';
import { contract } from './contract.ts';

/** The commands about one's own account. Instants are ISO 8601 in UTC. */

const nothing = z.strictObject({});
/** Facts as the database names them. */
const facts = z.record(z.string(), z.unknown());

const login = z.object({
  id: z.uuid(),
  /** In words, such as 'Firefox sur Windows'. */
  device: z.string(),
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** The last time its access was renewed, or its beginning. */
  lastActiveAt: z.iso.datetime(),
  /** True for the login that sends this request. */
  current: z.boolean(),
});
export type AccountLogin = z.output<typeof login>;

/** The browsers in which the person is signed in: the current one first, then the most recently active. */
export const listLogins = contract('accounts/list-logins', nothing, z.object({ logins: z.array(login) }));

/** Signs one of the person's own browsers out, the current one included. Refuses with `login_not_found`. */
export const revokeLogin = contract(
  'accounts/revoke-login',
  z.strictObject({ loginId: z.uuid() }),
  z.object({ loginId: z.uuid() }),
);

/** Everything that Loge holds about the person (RGPD articles 15 and 20), as they may keep it in a file. */
export const exportData = contract(
  'accounts/export-data',
  nothing,
  z.object({
    exportedAt: z.iso.datetime(),
    account: facts,
    profile: facts,
    identities: z.array(facts),
    sessions: z.array(facts),
    factors: z.array(facts),
    passkeys: z.array(facts),
    signInHistory: z.array(facts),
    adminRequests: z.array(facts),
    suspensions: z.array(facts),
    deletionRequest: facts.nullable(),
    /** What was done to the account or by the person, admins' actions included. */
    history: z.array(facts),
    mails: z.array(facts),
    settings: facts.nullable(),
    incomeScenarios: z.array(facts),
    /** Stored pictures, each with the path at which it is downloaded. */
    pictures: z.array(facts),
    /** Files sent along with messages and answers, each with its bucket and name. */
    attachments: z.array(facts),
    /** Versions of legal texts. */
    acceptedTexts: z.array(facts),
    favourites: z.array(facts),
    waitingLists: z.array(facts),
    notifications: z.array(facts),
    /** As a viewer and as a streamer; of the other person only the id. */
    bookings: z.array(facts),
    attendances: z.array(facts),
    sessionExtensions: z.array(facts),
    sessionMessages: z.array(facts),
    messageReads: z.array(facts),
    adminEntries: z.array(facts),
    roomActs: z.array(facts),
    settlementDecisions: z.array(facts),
    admissions: z.array(facts),
    payments: z.array(facts),
    reviews: z.array(facts),
    /** What the person reported, and what the team decided about them. */
    reports: z.array(facts),
    moderationDecisions: z.array(facts),
    /** What they and the team wrote to each other; of an admin also the notes that they wrote about others’ threads. */
    supportThreads: z.array(facts),
    supportNotes: z.array(facts),
    /** Of a streamer: their page with links, offers, hours, exceptions and calendars, and what they were paid. */
    streamer: facts.nullable(),
    payouts: z.array(facts),
    /** Invoices and credit notes of both sides; their files are downloaded from the pages that list them. */
    documents: z.array(facts),
    billingMandate: facts.nullable(),
    /** When and why a streamer was asked who they are, for the tax office. */
    identityRequest: facts.nullable(),
    fiscalIdentity: facts.nullable(),
  }),
);

/**
 * Starts the grace period after which the account is deleted; every other session ends. Refuses with `wrong_password`,
 * `password_missing`, `too_many_attempts`, `deletion_already_requested` or `last_admin`.
 */
export const requestDeletion = contract(
  'accounts/request-deletion',
  z.strictObject({ password: z.string().min(1, 'Saisissez votre mot de passe').max(1024) }),
  z.object({ deletesAt: z.iso.datetime() }),
);

/**
 * Chooses role and names where the account has no role yet, as after a first sign-in by another account. Refuses with
 * `profile_complete`. Where admins are approved, `admin` is a request, and the person a viewer until then.
 */
export const completeProfile = contract(
  'accounts/complete-profile',
  z.strictObject({
    role: z.enum(ROLES),
    firstName: z.string().trim().min(2).max(80),
    lastName: z.string().trim().min(2).max(80),
  }),
  z.object({ role: z.enum(ROLES) }),
);

/** Keeps the account after all. Refuses with `deletion_not_requested`. */
export const cancelDeletion = contract('accounts/cancel-deletion', nothing, z.object({}));
