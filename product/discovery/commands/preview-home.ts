import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { epochDayOf, parseLocalDate } from '#product/shared/time/local-date.ts';
import { epochDayAt, startOfDay } from '#product/shared/time/wall-time.ts';
import { previewHome as contract, PREVIEW_DAYS } from '../home-contract.ts';
import { areKnown } from './arrange-home.ts';
import { zoneOr } from './browse-streamers.ts';
import { homeNow, homeOfDay } from './get-home.ts';

/**
 * The home page with a list that is not kept: read as the page reads it, by the same statements,
 * which take the list in place of the one that is kept. Nothing is written, so nobody waits for a
 * look.
 */
export const previewHome = serve({
  contract,
  async run({ db, input, now }) {
    const zone = zoneOr(input.zone);
    const today = epochDayAt('Europe/Paris', instantOf(now.getTime()));
    const day = input.day === null ? today : epochDayOf(parseLocalDate(input.day));
    if (day < today || day > today + PREVIEW_DAYS) throw new AppError('moment_in_past');
    const { places } = input;
    if (!(await areKnown(db, places))) throw new AppError('streamer_not_found');
    return day === today
      ? homeNow(db, zone, now, places)
      : homeOfDay(db, { day: startOfDay('Europe/Paris', day), zone, now, places });
  },
});
