import type pg from 'pg';
import type { Caller } from '#platform/gateway/caller.ts';
import type { Access, Who } from '#product/shared/access.ts';
import { AppError } from '#product/shared/errors.ts';
import { isRole, type Role } from '#product/shared/roles.ts';
import type { TeamDuty } from '#product/shared/team-roles.ts';
import { uuidOrNull } from '#server/postgres/as-caller.ts';

/**
 * Anybody who sends a command, as the database knows them; their token only says which row to read.
 */
export interface Person {
  id: string;
  email: string;
  firstName: string | null;
  role: Role | null;
  /** The session they call from; null with a token that was made without one. */
  sessionId: string | null;
  /** The assurance level that their token claims; null with one that claims none. */
  aal: string | null;
}

/** One of the team, with the roles that they have in it. */
export interface Member extends Person {
  teamRoles: readonly string[];
}

/** The facts known of a caller, by the kind of access that let them in. */
export interface Callers {
  anyone: { id: string | null };
  person: Person;
  streamer: Person;
  streamerOrAdmin: Person;
  member: Member;
  team: Person;
}

/** @throws AppError unauthenticated for a bare API key, or when the account is gone */
async function personBehind(db: pg.ClientBase, caller: Caller): Promise<Person> {
  const id = uuidOrNull(caller.userId);
  if (id === null || caller.role !== 'authenticated') throw new AppError('unauthenticated');
  const { rows } = await db.query({
    name: 'person',
    text: `select u.email, p.first_name, p.role from public.profiles p join auth.users u on u.id = p.id
     where p.id = $1 and u.deleted_at is null`,
    values: [id],
  });
  const row = rows[0];
  if (!row) throw new AppError('unauthenticated');
  const { aal } = caller.claims;
  return {
    id,
    email: row.email ?? '',
    firstName: row.first_name,
    role: isRole(row.role) ? row.role : null,
    sessionId: caller.sessionId,
    aal: typeof aal === 'string' ? aal : null,
  };
}

/**
 * The wall of the second factor.
 * @param forTeam what they reach is theirs as a member of the team, who may have to have one
 * @throws AppError second_factor_required
 */
export async function requireFactor(
  db: pg.ClientBase,
  { id, aal }: Pick<Person, 'id' | 'aal'>,
  forTeam: boolean,
): Promise<void> {
  const { rows } = await db.query({
    name: 'asks-second-factor',
    text: 'select private.asks_second_factor($1, $2, $3) as asks',
    values: [id, aal, forTeam],
  });
  if (rows[0]?.asks !== false) throw new AppError('second_factor_required');
}

/**
 * One of the team with one of these duties, or with the role `all`: by the rows of `team_roles`.
 * The team are adults, so who joins it says their age before they do anything there.
 * @throws AppError forbidden, age_needed
 */
export async function requireDuty(
  db: pg.ClientBase,
  personId: string,
  ...duties: readonly TeamDuty[]
): Promise<void> {
  const { rows } = await db.query({
    name: 'team-duty',
    text: `select exists (select from public.ages a where a.person_id = t.person_id) as age_known
     from public.team_roles t where t.person_id = $1 and (t.role = 'all' or t.role = any($2))`,
    values: [personId, duties],
  });
  const [found] = rows;
  if (!found) throw new AppError('forbidden');
  if (!found.age_known) throw new AppError('age_needed');
}

/** @throws AppError forbidden, age_needed */
async function rolesOf(db: pg.ClientBase, personId: string): Promise<readonly string[]> {
  const { rows } = await db.query(
    `select t.role, exists (select from public.ages a where a.person_id = t.person_id) as age_known
     from public.team_roles t where t.person_id = $1`,
    [personId],
  );
  const [first] = rows;
  if (!first) throw new AppError('forbidden');
  if (!first.age_known) throw new AppError('age_needed');
  return rows.map(({ role }) => role);
}

/**
 * The caller, let in by the access that a contract asks for.
 * @throws AppError unauthenticated, second_factor_required, age_needed, or forbidden for anybody
 *   else
 */
export async function letIn<Kind extends Who>(
  db: pg.ClientBase,
  caller: Caller,
  access: Access<Kind>,
): Promise<Callers[Kind]>;
export async function letIn(
  db: pg.ClientBase,
  caller: Caller,
  { who, duties, factor }: Access,
): Promise<Callers[Who]> {
  if (who === 'anyone') return { id: caller.role === 'authenticated' ? uuidOrNull(caller.userId) : null };
  const found = await personBehind(db, caller);
  const isOfTeam = who === 'team' || who === 'member';
  if (isOfTeam && found.role !== 'admin') throw new AppError('forbidden');
  if (who === 'streamer' && found.role !== 'streamer') throw new AppError('forbidden');
  if (who === 'streamerOrAdmin' && found.role !== 'streamer' && found.role !== 'admin')
    throw new AppError('forbidden');
  if (factor) await requireFactor(db, found, found.role === 'admin');
  if (who === 'team') await requireDuty(db, found.id, ...duties);
  if (who === 'member') return { ...found, teamRoles: await rolesOf(db, found.id) };
  return found;
}

const COUNT = 'select private.count_active_admins() as count';

/**
 * Takes the lock under which the number of admins goes down, until the transaction's end. Anything
 * read about people before it may be out of date by then: read it again.
 */
export async function lockAdminRoster(db: pg.ClientBase): Promise<void> {
  await db.query(COUNT);
}

/**
 * Call it after a change and before its commit, under the lock.
 * @throws AppError last_admin when nobody could run the platform any more
 */
export async function requireAnAdmin(db: pg.ClientBase): Promise<void> {
  const { rows } = await db.query(COUNT);
  if ((rows[0]?.count ?? 0) === 0) throw new AppError('last_admin');
}
