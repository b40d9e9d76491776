import type { Context } from 'hono';
import type { AuthContext } from './context.ts';
import { offsetOf, parsePage, setPageHeaders } from './pages.ts';
import { requireAdmin } from './requester.ts';

/** GET /admin/audit: who did what, newest first. */
export const listAudit = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  const page = parsePage(c);
  const [{ rows }, { rows: counted }] = await Promise.all([
    auth.pool.query(
      `select id, payload, created_at, ip_address from auth.audit_log_entries
       order by created_at desc, id limit $1 offset $2`,
      [page.perPage, offsetOf(page)],
    ),
    auth.pool.query('select count(*)::int as total from auth.audit_log_entries'),
  ]);
  setPageHeaders(c, page, counted[0]?.total ?? 0);
  return c.json(rows);
};
