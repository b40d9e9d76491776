import type pg from 'pg';
import type { ZoneName } from '#product/shared/time/zone.ts';

interface FoundStreamer {
  id: string;
  handle: string;
  name: string;
  zone: ZoneName;
  /** Origins of the sites that may show their booker. */
  sites: readonly string[];
  /** Whether the public sees them. */
  isVisible: boolean;
}

/** A streamer by their handle; null when there is none. */
export async function findStreamer(pool: pg.Pool, handle: string): Promise<FoundStreamer | null> {
  if (!/^[a-z0-9-]{3,40}$/.test(handle)) return null;
  const { rows } = await pool.query({
    name: 'stream-of-handle',
    text: `select s.id, s.handle, s.display_name as name, s.zone, coalesce(k.sites, '{}') as sites,
        private.is_visible_streamer(s.id) as visible
      from public.streamers s left join private.stream_kits k on k.streamer_id = s.id where s.handle = $1`,
    values: [handle],
  });
  const [row] = rows;
  return row ? { ...row, sites: row.sites ?? [], isVisible: row.visible === true } : null;
}
