import { z } from 'zod';
import { age } from '#product/accounts/contract.ts';
import { admin, member, person, team } from '#product/shared/access.ts';
import { act, entry, say } from '#product/shared/audit-words.ts';
import { contract, instant, reason, undoReason } from '#product/shared/contract.ts';
import { ROLE_LABELS, ROLES, type Role } from '#product/shared/roles.ts';
import { canStandTogether, TEAM_ROLE_LABELS, TEAM_ROLES, type TeamRole } from '#product/shared/team-roles.ts';

/**
 * The commands by which an admin acts on somebody's account. Each needs a reason, kept in the audit
 * log.
 */

const personId = z.uuid();

const ROLE = say.oneOf(ROLE_LABELS, 'aucun rôle');
const TEAM = say.oneOf(TEAM_ROLE_LABELS, 'aucune tâche');
const ACCOUNT = say.oneOf({ active: 'actif', suspended: 'suspendu' });

/**
 * A new admin begins with the role `read_only` in the team. Refuses with `person_not_found`,
 * `role_unchanged`, `cannot_act_on_self` or `last_admin`.
 */
export const changeRole = contract(
  'administration/change-role',
  z.strictObject({ personId, role: z.enum(ROLES), reason }),
  z.object({ personId, role: z.enum(ROLES) }),
  {
    access: admin,
    audit: entry({ label: 'Rôle changé', before: ['role'], after: ['role'], words: { role: ROLE } }),
    undo: (
      { personId, role, reason },
      // With the role of an admin go their rows of the team, and with making one a pending request:
      // neither would come back.
      before: Role | null,
    ) =>
      before === null || before === 'admin' || role === 'admin'
        ? null
        : { personId, role: before, reason: undoReason(reason) },
  },
);

/**
 * Says what another admin may do in the team. Refuses with `person_not_found` also for who is no
 * admin, `role_unchanged`, `cannot_act_on_self` or `last_admin` when nobody could do all any more.
 */
export const setTeamRoles = contract(
  'administration/set-team-roles',
  z.strictObject({
    personId,
    roles: z
      .array(z.enum(TEAM_ROLES))
      .refine(canStandTogether, 'Choisissez ce que cette personne peut faire'),
    reason,
  }),
  z.object({ personId, roles: z.array(z.enum(TEAM_ROLES)) }),
  {
    access: admin,
    audit: entry({
      label: 'Rôle dans l’équipe changé',
      before: ['teamRoles'],
      after: ['teamRoles'],
      words: { teamRoles: TEAM },
    }),
    undo: ({ personId, reason }, before: TeamRole[]) => ({
      personId,
      roles: before,
      reason: undoReason(reason),
    }),
  },
);

/**
 * Ends all access at once, until an instant, or until somebody restores it when `until` is null.
 * Refuses with `person_not_found`, `already_suspended`, `suspension_in_past`, `cannot_act_on_self`
 * or `last_admin`.
 */
export const suspendPerson = contract(
  'administration/suspend-person',
  z.strictObject({ personId, until: instant.nullable(), reason }),
  z.object({
    personId,
    until: z.iso.datetime().nullable(),
    /** Holds and requests that were called off, and proposals that were taken back. */
    ended: z.int().nonnegative(),
  }),
  {
    access: team('moderation'),
    audit: entry({
      label: 'Compte suspendu',
      before: ['state'],
      after: ['state', 'until', 'ended'],
      words: {
        state: ACCOUNT,
        until: say.until('sans limite'),
        ended: say.count('demande ou place retirée', 'demandes ou places retirées'),
      },
      readBy: ['support', 'moderation'],
    }),
    undo: 'requests are called off, the person is told',
  },
);

/** Ends a suspension before its time. Refuses with `person_not_found` or `not_suspended`. */
export const restorePerson = contract(
  'administration/restore-person',
  z.strictObject({ personId, reason }),
  z.object({ personId }),
  {
    access: team('moderation'),
    audit: entry({
      label: 'Compte rétabli',
      before: ['state', 'until'],
      after: ['state'],
      words: { state: ACCOUNT, until: say.until('sans limite') },
      readBy: ['support', 'moderation'],
    }),
    undo: 'the person is told',
  },
);

/**
 * Previews the sessions that correcting an age would end and the money it would give back. Refuses
 * as `correctAge` does.
 */
export const previewAge = contract(
  'administration/preview-age',
  z.strictObject({ personId, age }),
  z.object({
    isMinor: z.boolean(),
    /** The places that would be called off, and the cents that each gives back. */
    places: z.array(
      z.object({ title: z.string(), startAt: z.iso.datetime(), refundCents: z.int().nonnegative() }),
    ),
    refundCents: z.int().nonnegative(),
    /**
     * A guardian had been asked or had consented for somebody who is none: that ends, and they are
     * told.
     */
    endsConsent: z.boolean(),
  }),
  { access: team('support', 'moderation') },
);

/**
 * Corrects an age that somebody wrote wrongly. Refuses with `person_not_found`,
 * `cannot_act_on_self`, `too_young`, `age_unchanged` or, for the age of a minor whose role is an
 * adult's, `role_for_adults`. Of somebody who is a minor it calls off the places to come in offers
 * for adults and the requests that were paid without a guardian: `ended` says how many,
 * `refundCents` what goes back. `expectedRefundCents` is what the preview said; another sum is
 * `quote_changed`.
 */
export const correctAge = contract(
  'administration/correct-age',
  z.strictObject({ personId, age, reason, expectedRefundCents: z.int().nonnegative() }),
  z.object({
    personId,
    isMinor: z.boolean(),
    ended: z.int().nonnegative(),
    refundCents: z.int().nonnegative(),
  }),
  {
    access: team('support', 'moderation'),
    audit: entry({
      label: 'Âge corrigé',
      before: ['age'],
      after: ['age', 'ended?', 'refundCents?'],
      words: {
        age: say.oneOf({ adult: 'majeur', minor: 'mineur' }, 'inconnu'),
        ended: say.count('place annulée', 'places annulées'),
        refundCents: say.titled('remboursé', say.money()),
      },
      readBy: ['support', 'moderation'],
    }),
    undo: 'the person is told',
  },
);

/**
 * The browsers in which a person is signed in, the most recently active first, without where from,
 * and how many second factors they have. Of one of the team only to who may do all acts. Refuses
 * with `person_not_found`.
 */
export const listDevices = contract(
  'administration/list-devices',
  z.strictObject({ personId }),
  z.object({
    devices: z.array(
      z.object({
        /** « Firefox, Windows ». */
        name: z.string(),
        since: z.iso.datetime(),
        /** The last time its access was renewed, or its beginning. */
        lastActiveAt: z.iso.datetime(),
      }),
    ),
    /** Verified ones: an app, a telephone or a passkey. */
    factors: z.int().nonnegative(),
  }),
  { access: team('support', 'moderation') },
);

/** Ends every session of a person, who may sign in again. Refuses with `person_not_found`. */
export const signOutEverywhere = contract(
  'administration/sign-out-everywhere',
  z.strictObject({ personId, reason }),
  z.object({ personId, endedSessions: z.int().nonnegative() }),
  {
    access: team('support', 'moderation'),
    audit: entry({
      label: 'Déconnecté partout',
      before: ['sessions'],
      after: ['sessions'],
      words: { sessions: say.count('connexion', 'connexions', 'aucune connexion') },
    }),
    undo: 'sessions are gone',
  },
);

/**
 * Grants or refuses a pending request to be an admin, who begins with the role `read_only` in the
 * team. Refuses with `admin_request_not_found`, `admin_request_decided` or, to grant it,
 * `admin_request_unconfirmed`.
 */
export const decideAdminRequest = contract(
  'administration/decide-admin-request',
  z.strictObject({ requestId: z.uuid(), decision: z.enum(['approve', 'refuse']), reason }),
  z.object({ requestId: z.uuid(), personId, state: z.enum(['approved', 'refused']) }),
  {
    access: admin,
    audit: entry({
      label: 'Demande d’accès tranchée',
      before: ['role', 'adminRequest'],
      after: ['role', 'adminRequest'],
      words: {
        adminRequest: say.titled(
          'demande',
          say.oneOf({ pending: 'en attente', approved: 'acceptée', refused: 'refusée' }),
        ),
        role: ROLE,
      },
      readBy: [],
    }),
    undo: 'the person is told',
  },
);

/**
 * Sends a mail again that was given up (`admin_dead_letters` lists them), with a new round of
 * attempts. Refuses with `mail_not_found` for one that was not given up.
 */
export const replayMail = contract(
  'administration/replay-mail',
  z.strictObject({ mailId: z.uuid(), reason }),
  z.object({ mailId: z.uuid() }),
  {
    access: team('support'),
    audit: entry({
      label: 'E-mail renvoyé',
      before: ['state'],
      after: ['state'],
      words: { state: say.oneOf({ failed: 'abandonné', pending: 'à envoyer' }) },
    }),
    undo: 'a mail leaves',
  },
);

/** The kinds of results of the team's search. */
export const SUBJECT_KINDS = ['person', 'session', 'payment', 'case', 'thread'] as const;

/**
 * Finds people by words of their name or the beginning of their address, sessions and payments by
 * the ticket's number, by a reference or by whose they are, cases and threads by their number or by
 * whose they are: of each kind what the caller's role in the team may read, twenty in all.
 */
export const findSubjects = contract(
  'administration/find-subjects',
  z.strictObject({ words: z.string().trim().min(2).max(80) }),
  z.object({
    found: z.array(
      z.object({
        kind: z.enum(SUBJECT_KINDS),
        id: z.uuid(),
        title: z.string(),
        /** The name of its person, or their address. */
        about: z.string().nullable(),
        /** When a session starts or a payment began. */
        at: z.iso.datetime().nullable(),
      }),
    ),
  }),
  { access: member },
);

/**
 * Shows a person's pages to the calling admin as the person sees them, for `VIEWING_MINUTES` and
 * read only. The person is told, with the reason. `token` reads as them and is refused for
 * everything else; private messages, what they keep for themselves and what support does not read
 * stay closed. Refuses with `person_not_found`, `person_of_team` or `cannot_act_on_self`.
 */
export const openViewing = contract(
  'administration/open-viewing',
  z.strictObject({ personId, reason }),
  z.object({
    token: z.string(),
    until: z.iso.datetime(),
    person: z.object({ id: personId, email: z.string(), name: z.string() }),
  }),
  {
    access: team('support'),
    audit: entry({
      label: 'Pages vues comme cette personne',
      before: null,
      after: ['viewing', 'until'],
      words: { viewing: say.nothing, until: say.until() },
      readBy: ['support'],
    }),
    undo: 'what was seen was seen, and the person is told',
  },
);

/** Ends what the calling person looks at; also when it has ended by itself. */
export const endViewing = contract('administration/end-viewing', z.strictObject({}), z.object({}), {
  access: person,
});

/** Written by `npm run admin` (database/make-admin.ts). */
export const makeAdmin = act(
  'server/make-admin',
  entry({
    label: 'Premier admin nommé',
    before: ['role', 'teamRoles'],
    after: ['role', 'teamRoles'],
    words: { role: ROLE, teamRoles: TEAM },
  }),
);
