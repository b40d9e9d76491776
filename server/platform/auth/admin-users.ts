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
import { factorsJson, userJson } from './user-json.ts';
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

const sortable = ['created_at', 'updated_at', 'last_sign_in_at', 'email'];

/** `sort=created_at desc`; a column of the list above, since it becomes SQL. */
function orderOf(given: string | undefined): string {
  const [column = '', direction = 'desc'] = (given ?? '').trim().split(/[\s.]+/);
  const known = sortable.includes(column) ? column : 'created_at';
  return `u.${known} ${direction.toLowerCase() === 'asc' ? 'asc' : 'desc'} nulls last, u.id`;
}

/** GET /admin/users */
export const listUsers = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  const page = parsePage(c);
  const filter = (c.req.query('filter') ?? '').replaceAll('\u0000', '');
  const where = `where $1 = '' or u.email ilike $2 or u.raw_user_meta_data ->> 'full_name' ilike $2`;
  const values = [filter, `%${filter.replaceAll(/[\\%_]/g, '\\$&')}%`];
  const [{ rows }, { rows: counted }] = await Promise.all([
    auth.pool.query<UserRecord>(
      `select ${USER_RECORD} from auth.users u ${where} order by ${orderOf(c.req.query('sort'))} limit $3 offset $4`,
      [...values, page.perPage, offsetOf(page)],
    ),
    auth.pool.query<{ total: number }>(`select count(*)::int as total from auth.users u ${where}`, values),
  ]);
  setPageHeaders(c, page, counted[0]?.total ?? 0);
  return c.json({ users: rows.map(userJson), aud: 'authenticated' });
};

/** GET /admin/users/{id} */
export const readUser = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  return c.json(userJson(await userOfPath(auth, c)));
};

/** GET /admin/users/{id}/factors */
export const readFactors = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  return c.json(factorsJson(await userOfPath(auth, c)));
};

const deleteBody = z.object({ should_soft_delete: flag });

/** What is left of an address when its row stays: a digest, so that it is free again and still unlike any other. */
const forgotten = (user: UserRecord) =>
  createHash('sha256')
    .update(user.id)
    .update(user.email ?? '')
    .digest('hex');

/** DELETE /admin/users/{id}; with `should_soft_delete` the row stays, without anything that tells who it was. */
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
      for (const table of ['identities', 'sessions', 'one_time_tokens', 'flow_state', 'mfa_factors']) {
        await client.query(`delete from auth.${table} where user_id = $1`, [user.id]);
      }
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
