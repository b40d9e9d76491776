import { lanesOf, type Presence, scaleOf } from '#web/features/admin/sessions/presence-lanes.ts';
import type { AdminSession } from '#web/features/admin/sessions/session.ts';
import { formatDuration, formatTime } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { classNames } from '#web/ui/class-names.ts';

interface PresenceBarsProps {
  session: AdminSession;
  presences: readonly Presence[];
  nameOf: (personId: string | null, side: Presence['side']) => string;
}

const BAR = {
  room: 'bg-settled',
  // Stripes: waiting is told apart without colour.
  lobby:
    'border border-spot bg-[repeating-linear-gradient(135deg,var(--color-spot)_0_2px,transparent_2px_6px)]',
} as const;

/** Who was at the room when: a bar for each presence between the door's opening and closing, and the same in words. */
export function PresenceBars({ session, presences, nameOf }: PresenceBarsProps) {
  const zone = deviceZone();
  const scale = scaleOf(presences, session);
  const lanes = lanesOf(presences, session, ({ person_id, side }) => nameOf(person_id, side));
  const end = new Date(Date.parse(session.start_at) + session.duration_minutes * 60_000);
  const time = (instant: number) => formatTime(new Date(instant), zone);
  return (
    <div className="grid gap-4">
      <ul className="num grid gap-4 text-small">
        {lanes.map(({ key, name, bars, minutes }) => (
          <li key={key} className="grid gap-1.5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <b className="font-semibold">{name}</b>
              <span className="text-soft">{formatDuration(minutes)} pendant la session</span>
            </span>
            <span aria-hidden="true" className="relative block h-4 rounded bg-wash">
              <span
                className="absolute inset-y-0 border-x border-line-strong bg-wash"
                style={{ left: `${scale.start}%`, width: `${scale.end - scale.start}%` }}
              />
              {bars.map(({ key: id, place, left, width }) => (
                <span
                  key={id}
                  className={classNames('absolute inset-y-1 min-w-0.5 rounded-[3px]', BAR[place])}
                  style={{ left: `${left}%`, width: `${width}%` }}
                />
              ))}
            </span>
            <span className="text-kicker text-muted">
              {bars
                .map(
                  ({ place, from, until }) =>
                    `${place === 'lobby' ? 'en attente ' : ''}${time(from)} – ${time(until)}`,
                )
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <p className="num text-kicker text-muted">
        Entre les deux traits, la session : {formatTime(session.start_at, zone)} – {formatTime(end, zone)}.
        Les hachures sont une attente devant la loge.
      </p>
    </div>
  );
}
