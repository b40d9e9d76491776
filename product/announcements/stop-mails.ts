import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type pg from 'pg';
import { type Said, stopPage } from '#product/mail/stop-page.ts';
import { uuidOrNull } from '#server/postgres/as-caller.ts';
import { STOP_ANNOUNCEMENTS_PATH } from './rules/announcements.ts';

const UNKNOWN: Said = {
  title: 'Ce lien n’est plus valable',
  text: 'Votre choix sur les annonces par e-mail est dans vos réglages.',
};

/**
 * `/emails/annonces/<receipt>`: anybody who reads the mail of an announcement takes their consent
 * back, signed in or not; the address is in that mail alone. Only a POST does it, which is the
 * page's button or the mail program's own (RFC 8058): programs that look for viruses follow each
 * link.
 */
export function createStopAnnouncements({ pool }: { pool: pg.Pool }): Hono {
  const app = new Hono();
  const path = `${STOP_ANNOUNCEMENTS_PATH}/:receipt`;
  const settingsOf = async (receipt: string): Promise<string | null> => {
    const { rows } = await pool.query(
      'select p.role from public.announcement_receipts r join public.profiles p on p.id = r.person_id where r.id = $1',
      [uuidOrNull(receipt)],
    );
    const [reader] = rows;
    if (!reader) return null;
    return reader.role === 'streamer' ? '/streamer-dashboard/settings' : '/viewer-dashboard/settings';
  };
  app.get(path, async (c) => {
    const settings = await settingsOf(c.req.param('receipt'));
    if (settings === null) return stopPage(c, 404, UNKNOWN);
    return stopPage(c, 200, {
      title: 'Ne plus recevoir les annonces par e-mail',
      text: 'Les e-mails sur vos réservations et vos paiements partent toujours. Vous pouvez changer d’avis dans vos réglages.',
      asks: true,
      settings,
    });
  });
  app.post(path, bodyLimit({ maxSize: 4096, onError: (c) => c.body(null, 413) }), async (c) => {
    const settings = await settingsOf(c.req.param('receipt'));
    if (settings === null) return stopPage(c, 404, UNKNOWN);
    await pool.query(
      `delete from public.announcement_consents c using public.announcement_receipts r
       where r.id = $1 and c.person_id = r.person_id`,
      [uuidOrNull(c.req.param('receipt'))],
    );
    return stopPage(c, 200, {
      title: 'C’est noté',
      text: 'Vous ne recevrez plus les annonces de Loge par e-mail.',
      settings,
    });
  });
  return app;
}
