import type pg from 'pg';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { arrangeHome as contract, type HomePlace } from '../home-contract.ts';

/** Says who is featured, in which order and on which days. */
export const arrangeHome = serve({
  contract,
  async run({ db, person, input: { before, places, reason }, now }) {
    // One at a time: what the next one reads afterwards is what this one wrote.
    await db.query("select pg_advisory_xact_lock(hashtextextended('the home page', 0))");
    const there = await readPlaces(db);
    if (JSON.stringify(there) !== JSON.stringify(before.map(inOrder))) throw new AppError('try_again');
    if (JSON.stringify(there) === JSON.stringify(places.map(inOrder))) throw new AppError('already_done');
    await placeOnHome(db, places, now);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'streamers', id: 'home' },
      before: { places: there },
      after: { places },
      reason,
    });
    return { featured: places.length };
  },
});

const inOrder = ({ streamerId, from, until }: HomePlace): HomePlace => ({ streamerId, from, until });

async function readPlaces(db: pg.ClientBase): Promise<HomePlace[]> {
  const { rows } = await db.query(
    `select id as "streamerId", featured_from::text as "from", featured_until::text as until from public.streamers
     where featured_at is not null order by featured_position, featured_at, id for no key update`,
  );
  return rows;
}

/** Whether all of them are streamers. */
export async function areKnown(db: pg.ClientBase, places: readonly HomePlace[]): Promise<boolean> {
  const { rows } = await db.query(
    'select count(*)::int as known from public.streamers where id = any($1::uuid[])',
    [places.map(({ streamerId }) => streamerId)],
  );
  return rows[0]?.known === places.length;
}

/**
 * Writes the whole list, and no row that is as it should be.
 * @throws AppError streamer_not_found
 */
async function placeOnHome(db: pg.ClientBase, places: readonly HomePlace[], now: Date): Promise<void> {
  const ids = places.map(({ streamerId }) => streamerId);
  await db.query(
    `update public.streamers set featured_at = null, featured_position = null, featured_from = null, featured_until = null
     where featured_at is not null and id <> all($1::uuid[])`,
    [ids],
  );
  if (!(await areKnown(db, places))) throw new AppError('streamer_not_found');
  await db.query(
    `update public.streamers s set featured_at = coalesce(s.featured_at, $4), featured_position = p.place, featured_from = p.first,
       featured_until = p.last
     from unnest($1::uuid[], $2::text[]::date[], $3::text[]::date[]) with ordinality p (id, first, last, place) where s.id = p.id
       and (s.featured_at is null or (s.featured_position, s.featured_from, s.featured_until) is distinct from (p.place, p.first, p.last))`,
    [ids, places.map(({ from }) => from), places.map(({ until }) => until), now],
  );
}
