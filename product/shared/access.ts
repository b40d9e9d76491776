import type { TeamDuty } from './team-roles.ts';

/** Kinds of callers; `member` is anybody of the team, `team` those of it with a duty. */
export type Who = 'anyone' | 'person' | 'streamer' | 'streamerOrAdmin' | 'member' | 'team';

/**
 * The people who may send a command. The server asks the database whether a caller is one of them
 * (product/command/access.ts).
 */
export interface Access<Kind extends Who = Who> {
  readonly who: Kind;
  /** Of the team: one of these duties or the role `all`; with none it is `all` alone. */
  readonly duties: readonly TeamDuty[];
  /** Whether those who have a second factor must have shown it; the team always must. */
  readonly factor: boolean;
}

const plain = <Kind extends Who>(who: Kind): Access<Kind> => ({ who, duties: [], factor: false });

/** Anybody, signed in or not, such as visitors of a public page. */
export const anyone = plain('anyone');

/** Any signed-in person. */
export const person = plain('person');

/** A streamer, by their profile; an admin is none. */
export const streamer = plain('streamer');

/**
 * Lets in those who may open a streamer's pages: a streamer, and an admin, who finds no data of
 * their own there.
 */
export const streamerOrAdmin = plain('streamerOrAdmin');

/**
 * Anybody of the team, who only reads included; what they find is for the command to narrow to
 * their roles.
 */
export const member: Access<'member'> = { who: 'member', duties: [], factor: true };

/** An admin, by their profile, with one of these duties in the team. */
export const team = (...duties: readonly TeamDuty[]): Access<'team'> => ({
  who: 'team',
  duties,
  factor: true,
});

/** An admin who may do all in the team. */
export const admin = team();

/**
 * The same access for those who showed their second factor, if they have one: for bank and fiscal
 * data, payouts, and the end of an account.
 */
export const withFactor = <Kind extends Who>(access: Access<Kind>): Access<Kind> => ({
  ...access,
  factor: true,
});
