import { CalendarDays, CalendarOff, List } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { Instant } from '#product/shared/time/instant.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import type { BookingView } from '#web/features/booking/address.ts';
import type { DayOfStarts, Starts } from '#web/features/booking/use-starts.ts';
import { type Waiting, WaitingList } from '#web/features/booking/waiting-list.tsx';
import { WHY_NONE } from '#web/features/booking/why-none.ts';
import { capitalised, formatDay, formatDuration, formatTime, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { dateText, type Month, spanText } from '#web/ui/calendar-days.ts';
import { monthBeforeView, viewText } from '#web/ui/calendar-view.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { MonthGrid } from '#web/ui/month-grid.tsx';
import { SlotList } from '#web/ui/slot-list.tsx';

/** Forms are fetched only by who is asked. */
const AgeQuestion = lazy(() =>
  import('#web/entities/age/age-question.tsx').then((module) => ({ default: module.AgeQuestion })),
);

interface SlotChoiceProps {
  starts: Starts;
  /** Days with a free start in the month after those shown; undefined until that is known. */
  freeDaysAfter: number | undefined;
  offer: Offer;
  streamer: Streamer;
  zone: string;
  /** Chooses that zone. */
  zoneSelect: ReactNode;
  view: BookingView;
  onView: (view: BookingView) => void;
  /** The day whose starts are shown. */
  date: LocalDate | null;
  start: Instant | null;
  onMonth: (month: Month) => void;
  /** Shows the first weeks that have a free start. */
  onFirstFree: () => void;
  onDate: (date: LocalDate) => void;
  onStart: (start: Instant) => void;
  /** Goes on with a place that one holds already. */
  onResume: (start: Instant) => void;
  /** Null on one's own page. */
  waiting: Waiting | null;
}

/** As high as a day of free hours mostly is: what comes under them does not move as they come. */
export const HOURS_TO_COME = 'max-lg:min-h-176';

/** Tailwind's `max-md`: the hours of a day stand under the days. */
const UNDER_EACH_OTHER = '(width < 48rem)';

/**
 * The days on the left, the starts of one of them on the right; or all days of these weeks one
 * after the other.
 */
export function SlotChoice(props: SlotChoiceProps) {
  const { starts, view, date } = props;
  const hours = useRef<HTMLDivElement>(null);
  /**
   * The day that was just chosen in the calendar: its hours are scrolled into view where they are
   * not beside it.
   */
  const asked = useRef<LocalDate | null>(null);
  useEffect(() => {
    if (asked.current === null || asked.current !== date) return;
    asked.current = null;
    if (view === 'list') hours.current?.querySelector(`#day-${date}`)?.scrollIntoView({ block: 'start' });
    else if (window.matchMedia(UNDER_EACH_OTHER).matches) hours.current?.scrollIntoView({ block: 'nearest' });
  }, [date, view]);
  if (starts.error) {
    return (
      <ErrorState
        className="m-5"
        title="Les créneaux n’ont pas pu être chargés"
        description="Votre choix est gardé."
        onRetry={starts.retry}
        retrying={starts.isRetrying}
      />
    );
  }
  const shown = starts.days.find((day) => day.date === date);
  const absences = absencesText(props);
  return (
    <div className="grid min-w-0 grid-cols-1 md:grid-cols-[23.5rem_minmax(0,1fr)]">
      {/* From edge to edge on a telephone, so that a day is 44 px wide; its head stays with the rest
          of the text. */}
      <div className="px-1 pt-4 pb-2 max-sm:[&_h2]:pl-4 sm:p-6">
        <div className="md:sticky md:top-4">
          <MonthGrid
            view={starts.view}
            onMonth={props.onMonth}
            selected={date}
            onSelect={(day) => {
              asked.current = day;
              props.onDate(day);
            }}
            free={starts.free}
            total={starts.total}
            freeDaysAfter={props.freeDaysAfter}
            today={starts.today}
            last={starts.last}
            loading={starts.isPending}
            level={2}
          />
          <div className="max-sm:px-3">{props.zoneSelect}</div>
          {absences !== null && !saysAbsent(starts) && (
            <p className="num mt-3 flex gap-2.5 text-small text-soft max-sm:px-4 sm:px-1">
              <CalendarOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
              {absences}
            </p>
          )}
        </div>
      </div>
      <div
        ref={hours}
        className={classNames(
          'min-w-0 scroll-mt-4 border-line px-5 pt-4 pb-6 sm:p-6 max-md:border-t md:border-l',
          starts.isPending && HOURS_TO_COME,
        )}
      >
        {starts.firstFree === null && !starts.isPending && !shown ? (
          <NoStarts {...props} />
        ) : view === 'list' ? (
          <DayAfterDay {...props} />
        ) : (
          <Day {...props} day={shown ?? null} />
        )}
      </div>
    </div>
  );
}

/**
 * « Nour s’absente du 3 au 9 décembre et le 24 décembre. », in the order of the calendar, without
 * the streamer's reason. Null: not in these weeks.
 */
function absencesText({ starts, streamer }: Pick<SlotChoiceProps, 'starts' | 'streamer'>): string | null {
  if (starts.absences.length === 0) return null;
  const spans = starts.absences.map((absence) => spanText(absence));
  return `${streamer.display_name} s’absente ${new Intl.ListFormat('fr-FR').format(spans)}.`;
}

/**
 * Whether the panel beside the calendar already mentions the absence, because there is no free
 * start for that reason.
 */
const saysAbsent = ({ whyNone, absences }: Starts): boolean => whyNone === 'absent' && absences.length > 0;

function Day(props: SlotChoiceProps & { day: DayOfStarts | null }) {
  const { day, offer } = props;
  return (
    <section aria-label={hoursLabel(day)} className="grid content-start gap-3">
      <div className="flex items-start justify-between gap-2">
        <div>
          <h2 className="text-title">{day ? capitalised(dateText(day.date)) : 'Choisissez un jour'}</h2>
          {day && <FreeCount day={day} offer={offer} />}
        </div>
        <ViewSwitch view={props.view} onView={props.onView} />
      </div>
      <Hours {...props} day={day} />
      <WaitingWords {...props} />
    </section>
  );
}

/** All days of the weeks shown, as long as they are. */
function DayAfterDay(props: SlotChoiceProps) {
  const { starts, offer } = props;
  return (
    <div className="grid gap-3">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-title">{viewText(starts.view)}, jour après jour</h2>
        <ViewSwitch view={props.view} onView={props.onView} />
      </div>
      <div className="grid gap-7">
        {starts.days.map((day) => (
          <section
            key={day.date}
            id={`day-${day.date}`}
            aria-label={hoursLabel(day)}
            className="grid scroll-mt-4 gap-2.5"
          >
            <div>
              <h3 className="font-sans text-base font-semibold tracking-normal">
                {capitalised(dateText(day.date))}
              </h3>
              <FreeCount day={day} offer={offer} />
            </div>
            <Hours {...props} day={day} />
          </section>
        ))}
      </div>
    </div>
  );
}

const hoursLabel = (day: DayOfStarts | null) => (day ? `Créneaux du ${dateText(day.date)}` : 'Créneaux');

function FreeCount({ day, offer }: { day: DayOfStarts; offer: Offer }) {
  const free = day.slots.filter(({ taken, own }) => !taken && !own).length;
  return (
    <p className="num text-kicker text-muted">
      {free === 0
        ? 'Complet'
        : `${plural(free, 'créneau', 'créneaux')} de ${formatDuration(offer.duration_minutes)}`}
    </p>
  );
}

function Hours({
  day,
  starts,
  streamer,
  zone,
  start,
  onStart,
  onResume,
  waiting,
}: SlotChoiceProps & { day: DayOfStarts | null }) {
  return (
    <SlotList
      label={hoursLabel(day)}
      slots={day?.slots ?? []}
      zone={zone}
      otherZone={streamer.zone}
      selected={start}
      onSelect={onStart}
      onResume={onResume}
      {...(waiting && { onWait: waiting.set, waiting: waiting.starts ?? NO_STARTS })}
      loading={starts.isPending}
      empty="Les jours marqués d’un trait ont des créneaux."
    />
  );
}

const NO_STARTS: ReadonlySet<Instant> = new Set();

/** Says the outcome of waiting for an hour, or its error. */
function WaitingWords({ waiting, zone }: SlotChoiceProps) {
  const starts = [...(waiting?.starts ?? [])];
  const [first] = starts;
  return (
    <>
      <p role="status" className="text-small text-soft empty:hidden">
        {first !== undefined &&
          `Nous vous écrivons si ${starts.length === 1 ? formatTime(first, zone) : `l’une de ces ${starts.length} heures`} se libère.`}
      </p>
      {waiting?.failure && (
        <p role="alert" className="text-small text-live">
          {waiting.failure}
        </p>
      )}
      {waiting?.asksAge && (
        <Suspense fallback={null}>
          <AgeQuestion why="waiting" onDone={waiting.goOn} />
        </Suspense>
      )}
    </>
  );
}

function ViewSwitch({ view, onView }: Pick<SlotChoiceProps, 'view' | 'onView'>) {
  const views = [
    { value: 'month', label: 'Par jour', Icon: CalendarDays },
    { value: 'list', label: 'En liste', Icon: List },
  ] as const;
  return (
    <fieldset className="-mt-2.5 -mr-2 flex shrink-0">
      <legend className="sr-only">Affichage des créneaux</legend>
      {views.map(({ value, label, Icon }) => (
        <Button
          key={value}
          tone="quiet"
          size="icon"
          aria-pressed={view === value}
          aria-label={label}
          title={label}
          className={view === value ? 'bg-wash text-ink' : ''}
          onClick={() => onView(value)}
        >
          <Icon aria-hidden="true" />
        </Button>
      ))}
    </fieldset>
  );
}

/**
 * Weeks without a free start: why, when the next one is or where the first ones are, and the
 * waiting list.
 */
function NoStarts(props: SlotChoiceProps) {
  const { starts, zone, onStart, onFirstFree, waiting } = props;
  const next = starts.nextStart === null ? null : (Date.parse(starts.nextStart) as Instant);
  return (
    <div className="grid justify-items-start gap-4">
      <div className="grid gap-1.5">
        <h2 className="text-title">Pas de créneau en {viewText(starts.view).toLowerCase()}</h2>
        <p className="num text-small text-soft">
          {saysAbsent(starts) ? absencesText(props) : starts.whyNone ? WHY_NONE[starts.whyNone] : ''}
        </p>
      </div>
      {next !== null && (
        <Button onClick={() => onStart(next)}>
          <span className="num">Prochain : {formatDay(next, zone)}</span>
        </Button>
      )}
      {next === null && monthBeforeView(starts.view, starts.today) !== null && (
        <Button onClick={onFirstFree}>Voir les prochains créneaux</Button>
      )}
      {waiting && <WaitingList waiting={waiting} />}
      <WaitingWords {...props} />
    </div>
  );
}
