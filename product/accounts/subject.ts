import type pg from 'pg';
import { lockAdminRoster, type Person, requireDuty } from '#product/command/access.ts';
import { AppError } from '#product/shared/errors.ts';
import { isRole, type Role } from '#product/shared/roles.ts';
import type { TeamDuty } from '#product/shared/team-roles.ts';

/** The person on whose account an admin acts. */
export interface Subject {
  id: string;
  email: string;
  /** Whether somebody has shown that the address is theirs. */
  isConfirmed: boolean;
  firstName: string | null;
  role: Role | null;
  /** Null, or the end of a ban that may already be over. */
  bannedUntil: Date | null;
}

/**
 * Reads a person's account and locks it until the transaction's end, so that two admins act one
 * after the other.
 * @throws AppError person_not_found
 */
export async function holdSubject(db: pg.ClientBase, personId: string): Promise<Subject> {
  const { rows } = await db.query(
    `select p.id, u.email, u.email_confirmed_at is not null as is_confirmed, p.first_name, p.role, u.banned_until
     from public.profiles p join auth.users u on u.id = p.id
     where p.id = $1 and u.deleted_at is null for update`,
    [personId],
  );
  const [row] = rows;
  if (!row) throw new AppError('person_not_found');
  return {
    id: row.id,
    email: row.email ?? '',
    isConfirmed: row.is_confirmed,
    firstName: row.first_name,
    role: isRole(row.role) ? row.role : null,
    bannedUntil: row.banned_until,
  };
}

/**
 * The same for acts of the team on an account, under the lock of the number of admins. The acting
 * admin and their duties are checked again there, since another one may just have taken them. Upon
 * another admin only who may do all acts: a duty is for the people whom Loge serves.
 * @param duties one of which lets somebody act on a person who is no admin
 * @throws AppError person_not_found or forbidden
 */
export async function holdForTeam(
  db: pg.ClientBase,
  actor: Person,
  personId: string,
  ...duties: readonly TeamDuty[]
): Promise<Subject> {
  await lockAdminRoster(db);
  const { rowCount } = await db.query(
    `select from public.profiles p join auth.users u on u.id = p.id
     where p.id = $1 and p.role = 'admin' and (u.banned_until is null or u.banned_until <= now())`,
    [actor.id],
  );
  if (rowCount === 0) throw new AppError('forbidden');
  const subject = await holdSubject(db, personId);
  const isAnotherAdmin = subject.role === 'admin' && subject.id !== actor.id;
  await requireDuty(db, actor.id, ...(isAnotherAdmin ? [] : duties));
  return subject;
}

/**
 * The same, and never on oneself: for acts that could leave the platform without an admin.
 * @throws AppError person_not_found, cannot_act_on_self or forbidden
 */
export async function holdOther(
  db: pg.ClientBase,
  actor: Person,
  personId: string,
  ...duties: readonly TeamDuty[]
): Promise<Subject> {
  if (personId === actor.id) throw new AppError('cannot_act_on_self');
  return holdForTeam(db, actor, personId, ...duties);
}
