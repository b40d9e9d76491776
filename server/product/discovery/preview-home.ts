import { AppError } from '#contracts/errors.ts';
import { previewHome as contract, PREVIEW_DAYS } from '#contracts/home.ts';
import { instantOf } from '#domain/time/instant.ts';
import { epochDayOf, parseLocalDate } from '#domain/time/local-date.ts';
import { epochDayAt, startOfDay } from '#domain/time/wall-time.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { admin as access } from '#server/product/access.ts';
import { placeOnHome } from './arrange-home.ts';
import { zoneOr } from './browse-streamers.ts';
import { homeNow, homeOfDay } from './get-home.ts';

/**
 * The home page with a list that is not kept. It is written, read as the page reads it and taken back, so that the page can be nothing else once
 * the list is kept.
 */
export const previewHome = defineCommand({
  contract,
  access,
  async run({ db, input, now }) {
    const zone = zoneOr(input.zone);
    const today = epochDayAt('Europe/Paris', instantOf(now.getTime()));
    const day = input.day === null ? today : epochDayOf(parseLocalDate(input.day));
    if (day < today || day > today + PREVIEW_DAYS) throw new AppError('moment_in_past');
    await db.query('savepoint arranged');
    await placeOnHome(db, input.places, now);
    const home =
      day === today
        ? await homeNow(db, zone, now)
        : await homeOfDay(db, { day: startOfDay('Europe/Paris', day), zone, now });
    await db.query('rollback to savepoint arranged');
    return home;
  },
});
