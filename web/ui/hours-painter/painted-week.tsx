import { type CSSProperties, type PointerEvent, useEffect, useState } from 'react';
import type { WeeklyRange } from '#product/availability/rules/hours.ts';
import type { Weekday } from '#product/shared/time/local-date.ts';
import { classNames } from '#web/ui/class-names.ts';
import { type Brush, isOpenAt, paint, stripsOf } from '#web/ui/hours-painter/week-minutes.ts';
import { WEEKDAYS, wallText } from '#web/ui/wall-text.ts';

interface PaintedWeekProps {
  value: readonly WeeklyRange[];
  onChange: (value: WeeklyRange[]) => void;
  stepMinutes: number;
  disabled: boolean;
}

interface Place {
  day: Weekday;
  minute: number;
}
interface Stroke {
  from: Place;
  to: Place;
  /** Whether the stroke opens hours: one that begins on open hours closes them instead. */
  open: boolean;
}

const brushOf = ({ from, to }: Stroke, step: number): Brush => ({
  firstDay: Math.min(from.day, to.day) as Weekday,
  lastDay: Math.max(from.day, to.day) as Weekday,
  from: Math.min(from.minute, to.minute),
  to: Math.max(from.minute, to.minute) + step,
});

/** Where in the grid a pointer is; beyond its edges, the nearest place. */
function placeAt(event: PointerEvent<HTMLElement>, step: number): Place {
  const box = event.currentTarget.getBoundingClientRect();
  const share = (at: number, size: number) => Math.min(0.9999, Math.max(0, at / size));
  const day = (Math.floor(share(event.clientX - box.left, box.width) * 7) + 1) as Weekday;
  const steps = Math.floor(share(event.clientY - box.top, box.height) * (1_440 / step));
  return { day, minute: steps * step };
}

const part = (from: number, to: number): CSSProperties => ({
  top: `${String((from / 1_440) * 100)}%`,
  height: `${String(((to - from) / 1_440) * 100)}%`,
});

/** Describes the effect of a stroke: « Ouvrir mardi à jeudi, 18 h à 21 h ». */
function strokeText(brush: Brush, open: boolean): string {
  const first = WEEKDAYS[brush.firstDay - 1] ?? '';
  const last = WEEKDAYS[brush.lastDay - 1] ?? '';
  const days = first === last ? first : `${first} à ${last}`;
  return `${open ? 'Ouvrir' : 'Fermer'} ${days}, ${wallText(brush.from)} à ${wallText(brush.to)}`;
}

/**
 * Seven days of 24 hours to draw on with a mouse or a finger. It has the role of a picture, because
 * the list beside it does the same by keyboard.
 */
export function PaintedWeek({ value, onChange, stepMinutes: step, disabled }: PaintedWeekProps) {
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const brush = stroke && brushOf(stroke, step);

  useEffect(() => {
    if (!stroke) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setStroke(null);
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [stroke]);

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (disabled || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = placeAt(event, step);
    setStroke({ from, to: from, open: !isOpenAt(value, from.day, from.minute) });
  };
  const go = (event: PointerEvent<HTMLElement>) => {
    if (stroke) setStroke({ ...stroke, to: placeAt(event, step) });
  };
  const end = () => {
    if (stroke && brush) onChange(paint(value, brush, stroke.open));
    setStroke(null);
  };

  return (
    <div className="num grid grid-cols-[2.75rem_1fr] gap-y-1.5 select-none">
      <p className="col-start-2 min-h-5 text-kicker text-soft">
        {brush && stroke
          ? strokeText(brush, stroke.open)
          : 'Glissez pour ouvrir des heures, ou pour en fermer.'}
      </p>
      <div className="col-start-2 grid grid-cols-7 text-center text-kicker text-muted">
        {WEEKDAYS.map((weekday) => (
          <span key={weekday}>{weekday.slice(0, 3)}.</span>
        ))}
      </div>
      <div aria-hidden="true" className="relative h-[33rem]">
        {[3, 6, 9, 12, 15, 18, 21].map((hour) => (
          <span
            key={hour}
            className="absolute right-2 -translate-y-1/2 text-[0.75rem] text-muted"
            style={{ top: `${String((hour / 24) * 100)}%` }}
          >
            {wallText(hour * 60)}
          </span>
        ))}
      </div>
      <div
        role="img"
        aria-label="Vos heures de la semaine. La liste dit les mêmes heures et se remplit au clavier."
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={() => setStroke(null)}
        className={classNames('painted-week', disabled && 'opacity-60')}
      >
        {WEEKDAYS.map((weekday, index) => (
          <span key={weekday} className="relative border-l border-line first:border-l-0">
            {stripsOf(value, (index + 1) as Weekday).map(({ from, to }) => (
              <span key={from} className="painted-open" style={part(from, to)}>
                {to - from >= 60 && (
                  <span className="block max-sm:hidden">
                    {wallText(from)}
                    {to - from >= 120 && <span className="block whitespace-nowrap">à {wallText(to)}</span>}
                  </span>
                )}
              </span>
            ))}
          </span>
        ))}
        {brush && stroke && (
          <span
            className={stroke.open ? 'painted-stroke' : 'painted-stroke painted-erase'}
            style={{
              ...part(brush.from, brush.to),
              left: `${String(((brush.firstDay - 1) / 7) * 100)}%`,
              width: `${String(((brush.lastDay - brush.firstDay + 1) / 7) * 100)}%`,
            }}
          />
        )}
      </div>
    </div>
  );
}
