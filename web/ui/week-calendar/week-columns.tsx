import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import type { WallRange } from '#product/availability/rules/hours.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { formatTime, plural } from '#web/lib/format.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { dateText } from '#web/ui/calendar-days.ts';
import { classNames } from '#web/ui/class-names.ts';
import { wallText } from '#web/ui/wall-text.ts';
import {
  eventAfterKey,
  hoursShown,
  opensAt,
  type PlacedEvent,
  type Strip,
  type WeekBusy,
  type WeekDay,
} from '#web/ui/week-calendar/layout.ts';

interface WeekColumnsProps {
  label: string;
  days: readonly WeekDay[];
  zone: string;
  today: LocalDate;
  /** The one day that a phone shows. */
  chosen: LocalDate;
  onDay: (date: LocalDate) => void;
  /** Called when a stretch was drawn with the mouse; its minutes are local time of the zone. */
  onDraw?: ((date: LocalDate, range: WallRange) => void) | undefined;
  /** The local time in minutes, for the line of now; null when today is not in this week. */
  nowMinutes: number | null;
}

/** Custom properties that the style sheet places a strip by. */
const placed = (values: Record<string, number>): CSSProperties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));

const hourText = (hour: number) => `${String(hour % 24)}\u00a0h`;
const span = ({ event }: PlacedEvent, zone: string) =>
  `${formatTime(new Date(event.start), zone)} à ${formatTime(new Date(event.end), zone)}`;

/** A stroke that is being drawn, in minutes of local time on one day. */
interface Stroke {
  date: LocalDate;
  from: number;
  to: number;
}

/** The step of a stroke and its shortest useful length, in minutes. */
const STEP = 15;
const SHORTEST = 30;

/** Draws a stretch of a day with the mouse; Escape drops it. */
function useStroke({
  first,
  hours,
  onDraw,
}: Pick<WeekColumnsProps, 'onDraw'> & { first: number; hours: number }) {
  const [stroke, setStroke] = useState<Stroke | null>(null);
  useEffect(() => {
    if (!stroke) return;
    const leave = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && setStroke(null);
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [stroke]);

  const minuteAt = (event: PointerEvent<HTMLElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientY - box.top) / box.height));
    return Math.round((first * 60 + share * hours * 60) / STEP) * STEP;
  };
  const begin = (event: PointerEvent<HTMLElement>, date: LocalDate) => {
    // A finger scrolls instead of drawing, and buttons keep their clicks.
    if (!onDraw || event.pointerType === 'touch' || event.button !== 0) return;
    if ((event.target as HTMLElement).closest('a, button')) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = minuteAt(event);
    setStroke({ date, from, to: from });
  };
  const end = () => {
    if (stroke && onDraw) {
      const [from, to] = [Math.min(stroke.from, stroke.to), Math.max(stroke.from, stroke.to)];
      if (to - from >= SHORTEST) onDraw(stroke.date, { from, to });
    }
    setStroke(null);
  };
  const go = (event: PointerEvent<HTMLElement>) => stroke && setStroke({ ...stroke, to: minuteAt(event) });
  return { stroke, begin, go, end, drop: () => setStroke(null) };
}

interface Shown extends Pick<WeekColumnsProps, 'days' | 'today' | 'nowMinutes' | 'chosen'> {
  frame: RefObject<HTMLElement | null>;
  hoursColumn: RefObject<HTMLDivElement | null>;
  first: number;
  hours: number;
}

/** Scrolls to the hours that matter. */
function useScrollToHours({
  frame,
  hoursColumn,
  days,
  today,
  nowMinutes,
  chosen,
  first,
  hours,
}: Shown): void {
  // Once, when a week is shown, and on a telephone a day: the clock and what arrives later do not
  // move it under the reader.
  const begins = days[0]?.date;
  const inSight = useMediaQuery('(max-width: 47.99rem)') ? chosen : begins;
  useLayoutEffect(() => {
    if (!frame.current || !hoursColumn.current) return;
    const seen = inSight === begins ? days : days.filter(({ date }) => date === inSight);
    const target = opensAt(seen, nowMinutes === null ? null : today, nowMinutes);
    if (target === null) return;
    const hour = hoursColumn.current.offsetHeight / hours;
    frame.current.scrollTop = Math.max(0, (target / 60 - first - 1) * hour);
  }, [begins, inSight]);
}

/**
 * The week as columns of hours; on a phone one day of it. One tab stop for its events: the arrow
 * keys go on from there.
 */
export function WeekColumns(props: WeekColumnsProps) {
  const { label, days, zone, today, chosen, nowMinutes, onDay, onDraw } = props;
  const help = useId();
  const frame = useRef<HTMLElement>(null);
  const hoursColumn = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState<{ id: string; chosen: LocalDate } | null>(null);
  const { first, last } = hoursShown(days, nowMinutes);
  const hours = last - first;
  const all = days.flatMap(({ events }) => events.map(({ event }) => event.id));
  const ofChosen = days.find(({ date }) => date === chosen)?.events[0]?.event.id;
  const stop = reached?.chosen === chosen && all.includes(reached.id) ? reached.id : (ofChosen ?? all[0]);
  const strip = ({ from, to }: Strip, more = {}) =>
    placed({ from: Math.max(from, first * 60), to: Math.min(to, last * 60), first, ...more });

  useScrollToHours({ frame, hoursColumn, days, today, nowMinutes, chosen, first, hours });
  const { stroke, begin, go, end, drop } = useStroke({ first, hours, onDraw });

  const move = (pressed: KeyboardEvent, id: string) => {
    const next = eventAfterKey(days, id, pressed.key);
    if (next === null || pressed.altKey || pressed.ctrlKey || pressed.metaKey) return;
    pressed.preventDefault();
    frame.current?.querySelector<HTMLElement>(`[data-event="${next}"]`)?.focus();
  };

  return (
    <section
      ref={frame}
      aria-label={label}
      aria-describedby={help}
      className="week num"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls within itself is reached by the keyboard too
      tabIndex={0}
    >
      <p id={help} hidden>
        Les flèches passent d’une réservation à l’autre.
      </p>
      <span className="week-head week-corner" />
      {days.map(({ date, events }) => (
        <ColumnHead
          key={date}
          date={date}
          isToday={date === today}
          isChosen={date === chosen}
          sessions={events.length}
          onDay={onDay}
        />
      ))}
      <Hours ref={hoursColumn} first={first} hours={hours} />
      {days.map(({ date, open, busy, events }) => (
        <div
          key={date}
          data-date={date}
          className={classNames('week-column', onDraw && 'week-drawn')}
          data-chosen={date === chosen || undefined}
          style={placed({ hours, first })}
          onPointerDown={(event) => begin(event, date)}
          onPointerMove={go}
          onPointerUp={end}
          onPointerCancel={drop}
        >
          {open.map((range) => (
            <span key={range.from} className="week-strip week-open" style={strip(range)} />
          ))}
          {busy
            .filter(({ from, to }) => to > first * 60 && from < last * 60)
            .map((range) => (
              <Busy key={range.busy.id} busy={range.busy} date={date} zone={zone} style={strip(range)} />
            ))}
          {stroke?.date === date && stroke.from !== stroke.to && <Drawn stroke={stroke} strip={strip} />}
          {date === today && nowMinutes !== null && (
            <span className="week-strip week-now" style={placed({ from: nowMinutes, first })} />
          )}
          {events.map((each) => (
            <EventStrip
              key={each.event.id}
              placed={each}
              when={`${dateText(date)}, ${span(each, zone)}, `}
              isStop={each.event.id === stop}
              onReach={() => setReached({ id: each.event.id, chosen })}
              onMove={(pressed) => move(pressed, each.event.id)}
              style={strip(each, { lane: each.lane, lanes: each.lanes })}
            />
          ))}
        </div>
      ))}
    </section>
  );
}

/** The name of a day above its column; on a phone the button that shows it. */
function ColumnHead({
  date,
  isToday,
  isChosen,
  sessions,
  onDay,
}: Pick<WeekColumnsProps, 'onDay'> & {
  date: LocalDate;
  isToday: boolean;
  isChosen: boolean;
  sessions: number;
}) {
  return (
    <div className={classNames('week-head', isToday && 'week-today')} data-chosen={isChosen || undefined}>
      <h3 aria-current={isToday ? 'date' : undefined} className="font-sans font-normal max-md:hidden">
        <span className="sr-only">{dateText(date)}</span>
        <DayHead date={date} today={isToday} />
      </h3>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => onDay(date)}
        className="grid min-h-14 w-full justify-items-center md:hidden"
      >
        <span className="sr-only">
          {dateText(date)}
          {sessions > 0 && `, ${plural(sessions, 'session', 'sessions')}`}
        </span>
        <DayHead date={date} today={isToday} />
        <span
          aria-hidden="true"
          className={classNames('size-1 rounded-full', sessions > 0 ? 'bg-soft' : 'bg-transparent')}
        />
      </button>
    </div>
  );
}

function Hours({
  ref,
  first,
  hours,
}: {
  ref: RefObject<HTMLDivElement | null>;
  first: number;
  hours: number;
}) {
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className="relative"
      style={{ height: `calc(var(--hour) * ${String(hours)})` }}
    >
      {Array.from({ length: hours - 1 }, (_, index) => (
        <span
          key={`hour-${String(index)}`}
          className="absolute right-2 -translate-y-1/2 text-[0.75rem] text-muted"
          style={{ top: `calc(var(--hour) * ${String(index + 1)})` }}
        >
          {hourText(first + index + 1)}
        </span>
      ))}
    </div>
  );
}

/** A stroke under way, with its times. */
function Drawn({ stroke, strip }: { stroke: Stroke; strip: (strip: Strip) => CSSProperties }) {
  const [from, to] = [Math.min(stroke.from, stroke.to), Math.max(stroke.from, stroke.to)];
  return (
    <span aria-hidden="true" className="week-strip week-stroke" style={strip({ from, to })}>
      {wallText(from)} à {wallText(to)}
    </span>
  );
}

/** A session in its column; the arrow keys go from one to the next. */
function EventStrip({
  placed: { event },
  when,
  isStop,
  onReach,
  onMove,
  style,
}: {
  placed: PlacedEvent;
  when: string;
  isStop: boolean;
  onReach: () => void;
  onMove: (pressed: KeyboardEvent) => void;
  style: CSSProperties;
}) {
  return (
    <Link
      to={event.href}
      data-event={event.id}
      data-tone={event.tone}
      data-proposed={event.proposed || undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={onReach}
      onKeyDown={onMove}
      className="week-strip week-event"
      style={style}
    >
      <span className="sr-only">{when}</span>
      <b className="block truncate">{event.title}</b>
      {event.subtitle && <span className="block truncate text-soft">{event.subtitle}</span>}
    </Link>
  );
}

function DayHead({ date, today }: { date: LocalDate; today: boolean }) {
  return (
    <span aria-hidden="true">
      {dateText(date).slice(0, 3)}
      <span className="max-md:hidden">.</span>
      <b className={classNames('display block text-title', today ? 'text-live' : 'text-ink')}>
        {Number(date.slice(8))}
      </b>
    </span>
  );
}

/**
 * Time that is taken elsewhere: a hatched stretch with its name; one that was blocked by hand
 * opens.
 */
function Busy({
  busy,
  date,
  zone,
  style,
}: {
  busy: WeekBusy;
  date: LocalDate;
  zone: string;
  style: CSSProperties;
}) {
  const when = `${dateText(date)}, ${formatTime(new Date(busy.start), zone)} à ${formatTime(new Date(busy.end), zone)}, `;
  const text = (
    <>
      <span className="sr-only">{when}</span>
      <span className="week-busy-label">{busy.label}</span>
    </>
  );
  return busy.onOpen ? (
    <button type="button" onClick={busy.onOpen} className="week-strip week-busy week-blocked" style={style}>
      {text}
    </button>
  ) : (
    <span className="week-strip week-busy" style={style}>
      {text}
    </span>
  );
}
