import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit, SERVICE } from './audit.ts';
import { flag, readBody } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError } from './errors.ts';
import { offsetOf, parsePage, setPageHeaders } from './pages.ts';
import { originOf, requireAdmin } from './requester.ts';
import { userJson } from './user-json.ts';
import { findAnyUserById, USER_RECORD, type UserRecord } from './users.ts';
import { parsePathId } from './validation.ts';

const noSuchUser = () => new AuthError(404, 'user_not_found', 'User not found');

/** The person a path names. @throws AuthError 404 */
export async function userOfPath(auth: AuthContext, c: Context): Promise<UserRecord> {
  const id = parsePathId(c.req.param('id'), 'user_id');
  const user = await findAnyUserById(auth.pool, id);
  if (user === null) throw noSuchUser();
  return user;
}

const SORTED = {
  created_at: 'u.created_at',
  updated_at: 'u.updated_at',
  last_sign_in_at: 'u.last_sign_in_at',
  email: 'u.email',
} as const;
const isSortable = (column: string): column is keyof typeof SORTED => Object.hasOwn(SORTED, column);

/** `sort=created_at desc`. */
function orderOf(given: string | undefined): { by: keyof typeof SORTED; direction: 'asc' | 'desc' } {
  const [column = '', direction] = (given ?? '').trim().split(/[\s.]+/);
  return {
    by: isSortable(column) ? column : 'created_at',
    direction: direction?.toLowerCase() === 'asc' ? 'asc' : 'desc',
  };
}

const FILTER = `where $1 = '' or u.email ilike $2 or u.raw_user_meta_data ->> 'full_name' ilike $2`;

/** GET /admin/users */
export const listUsers = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  const page = parsePage(c);
  const filter = (c.req.query('filter') ?? '').replaceAll('\u0000', '');
  const like = `%${filter.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { by, direction } = orderOf(c.req.query('sort'));
  const [{ rows }, { rows: counted }] = await Promise.all([
    auth.pool.query(
      `select ${USER_RECORD} from auth.users u ${FILTER}
       order by ${SORTED[by]} ${direction === 'asc' ? 'asc' : 'desc'} nulls last, u.id limit $3 offset $4`,
      [filter, like, page.perPage, offsetOf(page)],
    ),
    auth.pool.query(`select count(*)::int as total from auth.users u ${FILTER}`, [filter, like]),
  ]);
  setPageHeaders(c, page, counted[0]?.total ?? 0);
  return c.json({ users: rows.map(userJson), aud: 'authenticated' });
};

/** GET /admin/users/{id} */
export const readUser = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  return c.json(userJson(await userOfPath(auth, c)));
};

const deleteBody = z.object({ should_soft_delete: flag });

/**
 * An address whose row stays is replaced by a digest: the address is free again, and the column
 * stays unique.
 */
const forgotten = (user: UserRecord) =>
  createHash('sha256')
    .update(user.id)
    .update(user.email ?? '')
    .digest('hex');

/**
 * DELETE /admin/users/{id}; with `should_soft_delete` the row stays, without anything that tells
 * who it was.
 */
export const deleteUser = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  const user = await userOfPath(auth, c);
  const hasBody = (await c.req.text()).trim() !== '';
  const soft = hasBody && (await readBody(c, deleteBody)).should_soft_delete;
  const at = auth.now();
  await inTransaction(auth.pool, async (client) => {
    if (soft) {
      await client.query(
        `update auth.users set email = $2, phone = null, encrypted_password = null, sign_up_password = null,
           email_change = null, raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = $3, updated_at = $3 where id = $1`,
        [user.id, user.email === null ? null : forgotten(user), at],
      );
      await client.query('delete from auth.identities where user_id = $1', [user.id]);
      await client.query('delete from auth.sessions where user_id = $1', [user.id]);
      await client.query('delete from auth.one_time_tokens where user_id = $1', [user.id]);
      await client.query('delete from auth.flow_state where user_id = $1', [user.id]);
      await client.query('delete from auth.mfa_factors where user_id = $1', [user.id]);
      await client.query('delete from auth.webauthn_credentials where user_id = $1', [user.id]);
      await client.query('delete from auth.webauthn_challenges where user_id = $1', [user.id]);
      await client.query(
        `update auth.audit_log_entries set payload = payload || '{"actor_username": ""}' where payload ->> 'actor_id' = $1`,
        [user.id],
      );
    } else {
      await client.query('delete from auth.users where id = $1', [user.id]);
    }
    const traits = { user_id: user.id, soft };
    const { address } = originOf(auth, c);
    await audit(client, { action: 'user_deleted', actor: SERVICE, address, at, traits });
  });
  return c.json({});
};
