import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import { blockTime as contract, MOST_DAYS_BLOCKED } from '../contract.ts';

/**
 * The most blocked stretches that are not past: enough for a diary, too few to fill the database.
 */
const MOST_BLOCKED = 1_000;

/**
 * Takes a stretch out of the streamer's open hours, as an event of an imported calendar does.
 * Bookings within it stay, and are counted.
 */
export const blockTime = serve({
  contract,
  async run({ db, person, input, now }) {
    const start = new Date(input.start);
    const end = new Date(input.end);
    const refuse = (field: string, text: string) =>
      new AppError('bad_hours', 'not a stretch to block', { fields: { [field]: text } });
    if (end <= start) throw refuse('end', 'La fin précède le début.');
    if (end <= now) throw refuse('end', 'Ce moment est passé.');
    if (end.getTime() - start.getTime() > MOST_DAYS_BLOCKED * MILLIS_PER_DAY)
      throw refuse('end', 'On bloque une semaine au plus ; au-delà, dites une absence.');
    // One at a time, so that two requests at once cannot exceed the limit together.
    const { rowCount } = await db.query('select 1 from public.streamers where id = $1 for update', [
      person.id,
    ]);
    if (rowCount === 0) throw new AppError('streamer_not_found');
    const { rows: counted } = await db.query(
      'select count(*)::int as blocked from public.busy_times where streamer_id = $1 and calendar_id is null and ends_at > $2',
      [person.id, now],
    );
    if ((counted[0]?.blocked ?? 0) >= MOST_BLOCKED)
      throw refuse('start', 'Vous avez déjà bloqué mille moments à venir.');
    const { rows } = await db.query(
      'insert into public.busy_times (streamer_id, starts_at, ends_at, note) values ($1, $2, $3, $4) returning id',
      [person.id, start, end, input.note],
    );
    const { rows: booked } = await db.query(
      `select count(distinct session_id)::int as sessions from public.bookings
       where streamer_id = $1 and start_at < $3 and end_at > $2 and status in ('held', 'requested', 'confirmed', 'in_progress')
         and (due_event is distinct from 'expire' or due_at > $4)`,
      [person.id, start, end, now],
    );
    const [block] = rows;
    if (!block) throw new Error('an insert that returns answers with its row');
    return { id: Number(block.id), booked: booked[0]?.sessions ?? 0 };
  },
});
