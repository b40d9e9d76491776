import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type pg from 'pg';
import { type Said, stopPage } from './stop-page.ts';
import { REFUSAL_PATH, refuseFor } from './strangers.ts';

const UNKNOWN: Said = {
  title: 'Ce lien n’est pas valable',
  text: 'Ouvrez-le depuis l’e-mail que vous avez reçu.',
  settings: null,
};

/**
 * `/emails/refus/<key>`: whoever reads a mail that somebody without an account got refuses all
 * others. Only a POST does it, which is the page's button: programs that look for viruses follow
 * each link.
 */
export function createRefuseMails({ pool, now }: { pool: pg.Pool; now: () => Date }): Hono {
  const app = new Hono();
  const path = `${REFUSAL_PATH}/:key`;
  /** @returns the digest of the address; null when the key is not one of ours */
  const digestOf = async (key: string): Promise<string | null> => {
    if (!/^[0-9a-f]{128}$/.test(key)) return null;
    const digest = key.slice(0, 64);
    const { rows } = await pool.query('select private.refusal_key($1) = $2 as is_ours', [digest, key]);
    return rows[0]?.is_ours === true ? digest : null;
  };
  app.get(path, async (c) => {
    if ((await digestOf(c.req.param('key'))) === null) return stopPage(c, 404, UNKNOWN);
    return stopPage(c, 200, {
      title: 'Ne plus rien recevoir de Loge',
      text: 'Quoi que d’autres fassent avec votre adresse, nous ne vous écrirons plus, sauf si vous créez un compte.',
      asks: true,
      settings: null,
    });
  });
  app.post(path, bodyLimit({ maxSize: 4096, onError: (c) => c.body(null, 413) }), async (c) => {
    const digest = await digestOf(c.req.param('key'));
    if (digest === null) return stopPage(c, 404, UNKNOWN);
    await refuseFor(pool, digest, now());
    return stopPage(c, 200, {
      title: 'C’est noté',
      text: 'Nous ne vous écrirons plus à cette adresse.',
      settings: null,
    });
  });
  return app;
}
