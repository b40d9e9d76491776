import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type pg from 'pg';
import { stopPage as page, type Said } from '#product/mail/stop-page.ts';
import { ofName } from '#product/shared/elision.ts';
import { uuidOrNull } from '#server/postgres/as-caller.ts';
import { STOP_INVITATIONS_PATH } from './rules/absence.ts';

/**
 * `/emails/stop/<invitation>`: anybody who reads an invitation takes their consent back, signed in
 * or not; the address is in that mail alone. Only a POST does it, which is the page's button or the
 * mail program's own (RFC 8058): programs that look for viruses follow each link.
 */
export function createStopInvitations({ pool }: { pool: pg.Pool }): Hono {
  const app = new Hono();
  const path = `${STOP_INVITATIONS_PATH}/:invitation`;
  app.get(path, async (c) => {
    const name = await inviterOf(pool, c.req.param('invitation'));
    if (name === null) return page(c, 404, UNKNOWN);
    return page(c, 200, {
      title: `Ne plus recevoir les e-mails ${ofName(name)}`,
      text: `${name} ne pourra plus vous écrire pour vous proposer de revenir. Cela ne change rien à vos réservations, et vous pourrez de nouveau l’y autoriser dans vos réglages.`,
      asks: true,
    });
  });
  app.post(path, bodyLimit({ maxSize: 4096, onError: (c) => c.body(null, 413) }), async (c) => {
    const name = await inviterOf(pool, c.req.param('invitation'));
    if (name === null) return page(c, 404, UNKNOWN);
    await pool.query(
      `delete from public.contact_consents c using private.return_invitations i
       where i.id = $1 and c.viewer_id = i.viewer_id and c.streamer_id = i.streamer_id`,
      [c.req.param('invitation')],
    );
    return page(c, 200, {
      title: 'C’est noté',
      text: `${name} ne vous écrira plus pour vous proposer de revenir.`,
    });
  });
  return app;
}

const UNKNOWN: Said = {
  title: 'Ce lien n’est plus valable',
  text: 'Vos autorisations sont dans vos réglages, sous « Qui peut m’écrire ».',
};

/** @returns the name of the streamer who sent an invitation; null when there is no such one */
async function inviterOf(pool: pg.Pool, invitation: string): Promise<string | null> {
  const { rows } = await pool.query(
    `select s.display_name from private.return_invitations i join public.streamers s on s.id = i.streamer_id where i.id = $1`,
    [uuidOrNull(invitation)],
  );
  return rows[0]?.display_name ?? null;
}
