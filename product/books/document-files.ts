import { Hono } from 'hono';
import type pg from 'pg';
import type { Caller } from '#platform/gateway/caller.ts';
import { inTransaction, refuseEnded, SessionEnded, uuidOrNull } from '#server/postgres/as-caller.ts';

export interface DocumentFilesDeps {
  pool: pg.Pool;
  /** Identifies the sender of the request; rejects when it is nobody known. */
  callerOf: (headers: Headers) => Promise<Caller>;
}

/**
 * `GET /documents/<id>.pdf`: the bytes of a document as they were made, for the streamer, the
 * viewer and admins, who send their access token. It checks what the row's policy checks; for
 * everybody else the document does not exist.
 */
export function createDocumentFiles({ pool, callerOf }: DocumentFilesDeps): Hono {
  const app = new Hono();
  app.get('/documents/:file{[0-9a-f-]{36}\\.pdf}', async (c) => {
    const documentId = uuidOrNull(c.req.param('file').slice(0, -'.pdf'.length));
    const who = await signedIn(c.req.raw.headers);
    if (who === null) return c.text('Unauthorized', 401);
    const { rows } = await pool.query(
      `select d.reference, d.pdf, d.digest from public.documents d
       where d.id = $1 and not private.asks_second_factor($2, $3, false) and (d.streamer_id = $2 or d.viewer_id = $2
         or exists (select from public.team_roles r where r.person_id = $2 and r.role in ('all', 'finance'))
           and not private.asks_second_factor($2, $3, true))`,
      [documentId, who.id, who.aal],
    );
    const [document] = rows;
    if (!document) return c.text('Not found', 404);
    return c.body(new Uint8Array(document.pdf), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${document.reference}.pdf"`,
      'Cache-Control': 'private, no-store',
      'Repr-Digest': `sha-256=:${document.digest.toString('base64')}:`,
      'X-Robots-Tag': 'noindex',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  /** @returns the person behind a valid token whose session still exists; null for anybody else */
  async function signedIn(headers: Headers): Promise<{ id: string; aal: string | null } | null> {
    const caller = await callerOf(headers).catch(() => null); // every invalid token gets the same answer
    if (caller === null || caller.role !== 'authenticated') return null;
    try {
      await inTransaction(pool, (db) => refuseEnded(db, caller));
      const id = uuidOrNull(caller.userId);
      const { aal } = caller.claims;
      return id === null ? null : { id, aal: typeof aal === 'string' ? aal : null };
    } catch (error) {
      if (error instanceof SessionEnded) return null;
      throw error;
    }
  }
  return app;
}
