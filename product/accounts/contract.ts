import { z } from 'zod';
import { anyone, person, team, withFactor } from '#product/shared/access.ts';
import { act, entry, say } from '#product/shared/audit-words.ts';
import { contract, reason } from '#product/shared/contract.ts';
import { ROLES } from '#product/shared/roles.ts';
import { ACCOUNT_EVENTS } from './rules/events.ts';
import { REMOVAL_STATES } from './rules/factor-removal.ts';

/** The commands about one's own account. Instants are ISO 8601 in UTC. */

/** As `ageToKeep` leaves it: the date of birth of a minor, and of nobody else. */
export const age = z.union([z.literal('adult'), z.iso.date()]);
const nothing = z.strictObject({});
/** Facts as the database names them. */
const facts = z.record(z.string(), z.unknown());

/**
 * Says one's age, once: before the first hold, the first publication or joining the team. Refuses
 * with `too_young`, of which nothing is kept, `age_known` when it was said otherwise before, or
 * `role_for_adults` for the age of a minor whose role is an adult's, or `streamer_under_age` for a
 * streamer's, whose page is then shown no longer.
 */
export const declareAge = contract('accounts/declare-age', z.strictObject({ age }), nothing, {
  access: person,
});

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

/**
 * The browsers in which the person is signed in: the current one first, then the most recently
 * active.
 */
export const listLogins = contract('accounts/list-logins', nothing, z.object({ logins: z.array(login) }), {
  access: person,
});

/**
 * Signs one of the person's own browsers out, the current one included. Refuses with
 * `login_not_found`.
 */
export const revokeLogin = contract(
  'accounts/revoke-login',
  z.strictObject({ loginId: z.uuid() }),
  z.object({ loginId: z.uuid() }),
  { access: person },
);

/** The secret in the link of a mail. */
const mailToken = z.strictObject({ token: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * The sign-in that a mail told of, to who has the secret of its address: also somebody who is
 * signed out. Refuses with `sign_in_not_found`.
 */
export const readSignIn = contract(
  'accounts/read-sign-in',
  mailToken,
  z.object({
    device: z.string(),
    ip: z.string().nullable(),
    at: z.iso.datetime(),
    /** When its person said that it was not them; null while nobody has. */
    endedAt: z.iso.datetime().nullable(),
  }),
  { access: anyone },
);

/**
 * Ends exactly the session that a mail told of. Done again, it changes nothing. Refuses with
 * `sign_in_not_found`.
 */
export const endSignIn = contract('accounts/end-sign-in', mailToken, z.object({}), { access: anyone });

const DELETION = say.titled('suppression', say.on('aucune'));
const REMOVAL = say.oneOf({
  asked: 'demandé',
  granted: 'accordé',
  refused: 'refusé',
  cancelled: 'arrêté',
  done: 'fait',
});

/**
 * Asks the team to remove second factors and recovery codes that were lost. Refuses with
 * `no_lost_factor` for somebody who has none or has shown it, `factor_removal_open` or
 * `too_many_attempts`.
 */
export const requestFactorRemoval = contract(
  'accounts/request-factor-removal',
  z.strictObject({
    words: z.string().trim().min(10, 'Dites-nous-en un peu plus').max(1000, '1 000 caractères au plus'),
  }),
  z.object({}),
  {
    access: person,
    audit: entry({
      label: 'Retrait du second facteur demandé',
      before: null,
      after: ['state'],
      words: { state: REMOVAL },
      readBy: ['support'],
    }),
  },
);

/**
 * How such a request stands, to who has the secret of its mail. Refuses with
 * `factor_removal_not_found`.
 */
export const readFactorRemoval = contract(
  'accounts/read-factor-removal',
  mailToken,
  z.object({
    state: z.enum(REMOVAL_STATES),
    askedAt: z.iso.datetime(),
    takesEffectAt: z.iso.datetime().nullable(),
  }),
  { access: anyone },
);

/**
 * Calls it off and ends the sessions that know the password alone. Done again, it changes nothing.
 * Refuses with `factor_removal_not_found`, or `factor_removal_decided` once the factors are removed
 * or the team has refused.
 */
export const keepFactors = contract('accounts/keep-factors', mailToken, z.object({}), {
  access: anyone,
  audit: entry({
    label: 'Retrait du second facteur arrêté',
    before: ['state'],
    after: ['state'],
    words: { state: REMOVAL },
    readBy: ['support'],
  }),
});

/**
 * Grants it, with effect a day later, or refuses it; for support. Refuses with
 * `factor_removal_not_found`, `factor_removal_decided` or `cannot_act_on_self`.
 */
export const decideFactorRemoval = contract(
  'accounts/decide-factor-removal',
  z.strictObject({ removalId: z.uuid(), decision: z.enum(['grant', 'refuse']), reason }),
  z.object({ state: z.enum(['granted', 'refused']), takesEffectAt: z.iso.datetime().nullable() }),
  {
    access: team('support'),
    audit: entry({
      label: 'Retrait du second facteur tranché',
      before: ['state'],
      after: ['state', 'takesEffectAt'],
      words: { state: REMOVAL, takesEffectAt: say.titled('effet', say.on()) },
      readBy: ['support'],
    }),
    undo: 'the person is told',
  },
);

/** Returns the events of the account in the last 90 days, newest first, 100 at most. */
export const listEvents = contract(
  'accounts/list-events',
  nothing,
  z.object({
    events: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(ACCOUNT_EVENTS),
        at: z.iso.datetime(),
        ip: z.string().nullable(),
        /**
         * The method of a sign-in or the provider of an account, as auth names it; the type of a
         * factor.
         */
        detail: z.string().nullable(),
      }),
    ),
  }),
  { access: person },
);

/**
 * Everything that Loge holds about the person (RGPD articles 15 and 20), as they may keep it in a
 * file.
 */
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
    /** Browsers that are known again, and sign-ins from others that a mail told of. */
    devices: z.array(facts),
    signInAlerts: z.array(facts),
    /** Requests to remove lost second factors. */
    factorRemovals: z.array(facts),
    signInHistory: z.array(facts),
    adminRequests: z.array(facts),
    suspensions: z.array(facts),
    deletionRequest: facts.nullable(),
    /** The acts on the account or by the person, admins' actions included. */
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
    /** The age that they declared. */
    age: facts.nullable(),
    /** Of a minor: who answers for them. */
    guardianships: z.array(facts),
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
    /** The person's reports, and the team's decisions about them. */
    reports: z.array(facts),
    moderationDecisions: z.array(facts),
    /**
     * The messages between them and the team; of an admin also the notes that they wrote about
     * others’ threads.
     */
    supportThreads: z.array(facts),
    supportNotes: z.array(facts),
    personNotes: z.array(facts),
    /**
     * Of a streamer: their page with links, offers, hours, exceptions and calendars, and what they
     * were paid.
     */
    streamer: facts.nullable(),
    payouts: z.array(facts),
    /**
     * Invoices and credit notes of both sides; their files are downloaded from the pages that list
     * them.
     */
    documents: z.array(facts),
    billingMandate: facts.nullable(),
    /** When and why a streamer was asked who they are, for the tax office. */
    identityRequest: facts.nullable(),
    fiscalIdentity: facts.nullable(),
  }),
  { access: withFactor(person) },
);

/**
 * Starts the grace period after which the account is deleted; every other session ends. Refuses
 * with `wrong_password`, `password_missing`, `too_many_attempts`, `deletion_already_requested` or
 * `last_admin`.
 */
export const requestDeletion = contract(
  'accounts/request-deletion',
  z.strictObject({ password: z.string().min(1, 'Saisissez votre mot de passe').max(1024) }),
  z.object({ deletesAt: z.iso.datetime() }),
  {
    access: withFactor(person),
    audit: entry({
      label: 'Suppression demandée',
      before: ['deletesAt'],
      after: ['deletesAt'],
      words: { deletesAt: DELETION },
    }),
  },
);

/**
 * Chooses role and names where the account has no role yet, as after a first sign-in by another
 * account. Refuses with `profile_complete` or `role_for_adults`. Where admins are approved, `admin`
 * is a request, and the person a viewer until then.
 */
export const completeProfile = contract(
  'accounts/complete-profile',
  z.strictObject({
    role: z.enum(ROLES),
    firstName: z.string().trim().min(2).max(80),
    lastName: z.string().trim().min(2).max(80),
  }),
  z.object({ role: z.enum(ROLES) }),
  { access: person },
);

/** Keeps the account after all. Refuses with `deletion_not_requested`. */
export const cancelDeletion = contract('accounts/cancel-deletion', nothing, z.object({}), {
  access: person,
  audit: entry({
    label: 'Suppression annulée',
    before: ['deletesAt'],
    after: ['deletesAt'],
    words: { deletesAt: DELETION },
  }),
});

/** Second factors are removed at the end of the days that a person had to refuse it. */
export const removeFactors = act(
  'accounts/remove-factors',
  entry({
    label: 'Seconds facteurs retirés',
    before: ['state'],
    after: ['state'],
    words: { state: REMOVAL },
    readBy: ['support'],
  }),
);

/** An account is erased once the days are over in which its person could keep it. */
export const purgeDeleted = act(
  'accounts/purge-deleted',
  entry({
    label: 'Compte effacé au terme du délai',
    before: ['deletesAt'],
    after: null,
    words: { deletesAt: say.titled('prévu', say.on()) },
  }),
);
