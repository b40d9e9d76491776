import { Hono } from 'hono';
import pLimit from 'p-limit';
import type pg from 'pg';
import type { Logger } from 'pino';
import { drawLinkPicture } from './draw-link-picture.ts';
import {
  linkPictureKey,
  linkPictureWords,
  type PublicStreamer,
  readPublicStreamer,
} from './public-streamer.ts';

interface LinkPicturesDeps {
  pool: pg.Pool;
  /**
   * The bytes of a picture by its path, or null: one that is gone is left out.
   * @throws Error when the storage cannot tell now
   */
  readPicture: (path: string) => Promise<Buffer | null>;
  logger: Pick<Logger, 'warn'>;
}

/** About a hundred kilobytes each. */
const MOST_KEPT = 100;
/**
 * One is drawn at a time: each keeps a processor busy for a fifth of a second, and who reads pages
 * must not wait for it.
 */
const inTurn = pLimit(1);
const MOST_WAITING = 50;
const SECONDS = 300;

interface LinkPicture {
  bytes: Buffer;
  /** Whether what could not be read now may be read the next time. */
  isPassing: boolean;
}

/**
 * Where pictures of profiles lie. Portraits of roles are elsewhere: they are drawings without a
 * size.
 */
const PICTURES = /^\/(?:storage\/v1\/object\/public\/(?:avatars|covers|gallery)|demo)\//;

/**
 * The picture that a profile names is written by its streamer, and may be any path of this server:
 * a link picture too, whose drawing would wait for itself, and every other one behind it.
 * @returns the path as the server would read it; null where no picture lies
 */
function picturePath(url: string | null): string | null {
  const path = url === null ? null : (URL.parse(url, 'http://loge.invalid')?.pathname ?? null);
  return path !== null && PICTURES.test(path) ? path : null;
}

/**
 * `GET /link-picture/<handle>.jpg`: what chats and networks show for a link to a profile. The
 * profile is read each time, so that one that is not published, withheld or away has none; what was
 * drawn is kept until the profile says something else.
 */
export function createLinkPictures({ pool, readPicture, logger }: LinkPicturesDeps): Hono {
  const app = new Hono();
  const kept = new Map<string, LinkPicture>();
  const underWay = new Map<string, Promise<LinkPicture>>();

  async function make(streamer: PublicStreamer, key: string): Promise<LinkPicture> {
    let isPassing = false;
    const warn = (error: unknown) =>
      logger.warn({ err: error, streamer: streamer.handle }, 'a picture of a profile cannot be read');
    const read = async (url: string | null) => {
      const path = picturePath(url);
      try {
        return path === null ? null : await readPicture(path);
      } catch (error) {
        warn(error);
        isPassing = true;
        return null;
      }
    };
    const [cover, face] = await Promise.all([read(streamer.bannerUrl), read(streamer.avatarUrl)]);
    const bytes = await drawLinkPicture(linkPictureWords(streamer), { cover, face }, warn);
    const picture = { bytes, isPassing };
    if (isPassing) return picture;
    kept.set(key, picture);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return picture;
  }

  app.get('/link-picture/:file{[a-z0-9-]{3,40}\\.jpg}', async (c) => {
    const streamer = await readPublicStreamer(pool, c.req.param('file').slice(0, -'.jpg'.length));
    c.header('X-Content-Type-Options', 'nosniff');
    if (streamer === null) return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
    const key = linkPictureKey(streamer);
    const etag = `"${key}"`;
    const cached = { ETag: etag, 'Cache-Control': `public, max-age=${SECONDS}, must-revalidate` };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, cached);
    // The same words and pictures of another streamer would be the same picture.
    let picture = kept.get(key);
    if (!picture) {
      if (!underWay.has(key) && inTurn.pendingCount >= MOST_WAITING)
        return c.text('Too many pictures are being drawn', 503, { 'Retry-After': '10' });
      const making =
        underWay.get(key) ?? inTurn(() => make(streamer, key)).finally(() => underWay.delete(key));
      underWay.set(key, making);
      picture = await making;
    }
    const headers = picture.isPassing ? { 'Cache-Control': 'no-store' } : cached;
    return c.body(new Uint8Array(picture.bytes), 200, { 'Content-Type': 'image/jpeg', ...headers });
  });
  return app;
}
