import { parseInstant } from '#domain/time/instant.ts';
import { formatTime } from '#web/lib/format.ts';
import type { SeenRoom } from '../queries.ts';
import { ownZone } from '../setup/session-facts.tsx';

const SIDES = [
  ['streamer', 'Streamer'],
  ['viewer', 'Viewer'],
] as const;

/** Who was there when, as the server recorded it: what the settlement rests on. The minutes stand above in words. */
export function AttendanceBars({ look }: { look: SeenRoom }) {
  const { evidence, startsAt, endsAt } = look;
  if (evidence === null || evidence.presences.length === 0) return null;
  const [start, end] = [parseInstant(startsAt), parseInstant(endsAt)];
  /** Where an instant stands between start and end, in hundredths. */
  const at = (instant: string) =>
    Math.min(100, Math.max(0, ((parseInstant(instant) - start) / (end - start)) * 100));
  const hour = (instant: string) => formatTime(instant, ownZone());
  return (
    <section aria-label="Présences" className="num grid gap-2.5 text-small">
      {SIDES.map(([side, label]) => {
        const stays = evidence.presences.filter((stay) => stay.side === side);
        return (
          <div key={side} className="grid grid-cols-[5rem_1fr] items-center gap-3">
            <span className="text-soft">{label}</span>
            <div className="relative h-2.5 overflow-hidden rounded-full bg-wash">
              {stays.map(({ from, until, place }) => (
                <span
                  key={from}
                  aria-hidden="true"
                  className={`absolute inset-y-0 rounded-full ${place === 'room' ? 'bg-settled' : 'bg-spot'}`}
                  style={{ left: `${at(from)}%`, right: `${100 - at(until)}%` }}
                />
              ))}
            </div>
            <ul className="sr-only">
              {stays.map(({ from, until, place }) => (
                <li key={from}>
                  {place === 'room' ? 'Dans la loge' : 'Dans l’entrée'} de {hour(from)} à {hour(until)}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <div aria-hidden="true" className="ml-[5.75rem] flex justify-between text-kicker text-muted">
        <span>{hour(startsAt)}</span>
        <span>{hour(endsAt)}</span>
      </div>
    </section>
  );
}
