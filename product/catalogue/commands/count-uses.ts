import { serve } from '#product/command/serve.ts';
import { countUses as contract } from '../contract.ts';

/** Counts the rows that name each category and each language: those that a merge would touch. */
export const countUses = serve({
  contract,
  async run({ db }) {
    const { rows: categories } = await db.query(
      `select c.id,
         (select count(*) from private.streamer_categories s where s.category = c.id)::int as profiles,
         (select count(*) from public.offers o where o.category = c.id)::int as offers,
         (select count(*) from public.bookings b where b.category = c.id)::int as bookings,
         (select count(*) from private.searches s where s.category = c.id)::int as searches,
         ((select count(*) from private.search_days d where d.category = c.id)
           + (select count(*) from private.platform_demand_days d where d.category = c.id))::int as days
       from public.categories c where c.merged_into is null`,
    );
    const { rows: languages } = await db.query(
      `select l.id, (select count(*) from private.streamer_languages s where s.language = l.id)::int as profiles
       from public.languages l where l.merged_into is null`,
    );
    return {
      uses: [
        ...categories.map(({ id, profiles, offers, bookings, searches, days }) => ({
          list: 'categories' as const,
          id,
          profiles: profiles ?? 0,
          offers: offers ?? 0,
          bookings: bookings ?? 0,
          searches: searches ?? 0,
          days: days ?? 0,
        })),
        ...languages.map(({ id, profiles }) => ({
          list: 'languages' as const,
          id,
          profiles: profiles ?? 0,
          offers: 0,
          bookings: 0,
          searches: 0,
          days: 0,
        })),
      ],
    };
  },
});
