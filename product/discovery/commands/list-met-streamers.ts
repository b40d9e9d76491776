import { serve } from '#product/command/serve.ts';
import { listMetStreamers as contract, MET } from '../contract.ts';
import { ANYBODY } from '../find-streamers.ts';
import { readCards } from '../read-cards.ts';

/**
 * Whom the caller met, by their own bookings alone. Anybody who left, is away or is withheld is not
 * among them: nobody can book with those.
 */
export const listMetStreamers = serve({
  contract,
  async run({ db, person: { id }, now }) {
    const { rows } = await db.query({
      name: 'list-met-streamers',
      text: `
        select last.streamer_id, last.start_at, last.title, o.id as offer_id
        from (
          select distinct on (b.streamer_id) b.streamer_id, b.start_at, b.title, b.offer_id
          from public.bookings b where b.viewer_id = $1 and b.status = 'completed'
          order by b.streamer_id, b.start_at desc, b.id
        ) last
        join public.streamers s on s.id = last.streamer_id
        left join public.offers o on o.id = last.offer_id and o.is_active and o.archived_at is null
        where s.published_at is not null and s.withheld_at is null and (s.away_until is null or s.away_until <= $2)
        order by last.start_at desc, s.id
        limit $3`,
      values: [id, now, MET],
    });
    const cards = await readCards(
      db,
      rows.flatMap(({ streamer_id }) => streamer_id ?? []),
      ANYBODY,
      now,
    );
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    return {
      met: rows.flatMap(({ streamer_id, start_at, title, offer_id }) => {
        const card = cardOf.get(streamer_id ?? '');
        if (!card || !start_at) return [];
        return { card, lastAt: start_at.toISOString(), lastTitle: title ?? '', offerId: offer_id };
      }),
      now: now.toISOString(),
    };
  },
});
