import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { setSites as contract } from '../contract.ts';
import { siteOf } from '../rules/sites.ts';

/** Sets the sites that may show one's booker. */
export const setSites = serve({
  contract,
  async run({ db, person, input }) {
    const origins = new Set<string>();
    const fields: Record<string, string> = {};
    for (const [place, typed] of input.sites.entries()) {
      const site = siteOf(typed);
      if (site.ok) origins.add(site.origin);
      else fields[`sites.${String(place)}`] = site.why;
    }
    if (Object.keys(fields).length > 0) throw new AppError('invalid_input', undefined, { fields });
    const sites = [...origins];
    await db.query(
      `insert into private.stream_kits (streamer_id, sites) values ($1, $2)
       on conflict (streamer_id) do update set sites = excluded.sites`,
      [person.id, sites],
    );
    return { sites };
  },
});
