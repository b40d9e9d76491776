import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import { isRole, type Role } from '#domain/account/roles.ts';
import type { Person } from '#server/product/access.ts';
import { lockAdminRoster } from '#server/product/access.ts';

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
 * Reads a person's account and locks it until the transaction's end, so that two admins act one after the other.
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
 * The same for acts that could leave the platform without an admin: never on oneself, and under the lock of the number of admins, where
 * the acting admin is checked again, since another one may just have demoted them.
 * @throws AppError person_not_found, cannot_act_on_self or forbidden
 */
export async function holdOther(db: pg.ClientBase, actor: Person, personId: string): Promise<Subject> {
  if (personId === actor.id) throw new AppError('cannot_act_on_self');
  await lockAdminRoster(db);
  const { rowCount } = await db.query(
    `select from public.profiles p join auth.users u on u.id = p.id
     where p.id = $1 and p.role = 'admin' and (u.banned_until is null or u.banned_until <= now())`,
    [actor.id],
  );
  if (rowCount === 0) throw new AppError('forbidden');
  return holdSubject(db, personId);
}
