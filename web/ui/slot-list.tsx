import { type ReactNode, useId } from 'react';
import type { Instant } from '#product/shared/time/instant.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { inCity, plural } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { groupByPart, otherTime, type Slot, slotTime } from '#web/ui/slot-groups.ts';

interface SlotListProps {
  /** Names the list: « Créneaux du jeudi 12 mars ». */
  label: string;
  /** The starts of one day, in order. */
  slots: readonly Slot[];
  /** The zone whose clock is shown large. */
  zone: ZoneName;
  /** The other side's zone, shown small when its clock differs. */
  otherZone?: ZoneName | null;
  selected: Instant | null;
  onSelect: (start: Instant) => void;
  /**
   * Asks for a notification when a taken start becomes free, or withdraws that request; left out
   * where no notification is possible.
   */
  onWait?: (start: Instant, waits: boolean) => void;
  /** The taken starts for which the reader is on the waiting list already. */
  waiting?: ReadonlySet<Instant>;
  /** Goes on with a place that the reader holds. */
  onResume?: (start: Instant) => void;
  loading?: boolean;
  /** The text and the action shown when the day has no start. */
  empty?: ReactNode;
}

/** As many as fit: three on the smallest telephone, four on others. */
const columns = 'grid grid-cols-[repeat(auto-fill,minmax(4.9rem,1fr))] gap-2';

/**
 * The starts of a day, grouped by morning, afternoon and evening. One choice: the arrow keys move
 * it, as among radios everywhere.
 */
export function SlotList(props: SlotListProps) {
  const { label, slots, zone, otherZone = null, selected, onSelect, loading = false, empty } = props;
  const { onWait, waiting, onResume } = props;
  const name = useId();
  if (loading) {
    return (
      <div aria-busy="true" className="grid content-start gap-3">
        <Skeleton className="h-4 w-20" />
        <div className={columns}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={`slot-${String(index)}`} className="h-12" />
          ))}
        </div>
      </div>
    );
  }
  if (slots.length === 0) return <div className="text-small text-soft">{empty}</div>;
  const elsewhere = otherZone !== null && slots.some((slot) => otherTime(slot, zone, otherZone) !== null);
  return (
    <div role="radiogroup" aria-label={label} className="num grid content-start gap-4">
      {groupByPart(slots, zone).map((group) => (
        <div key={`${group.part}${String(group.slots[0]?.start)}`} className="grid gap-2">
          <p className="text-kicker text-muted">{group.part}</p>
          <div className={columns}>
            {group.slots.map((slot) =>
              slot.own ? (
                <button
                  key={slot.start}
                  type="button"
                  className={classNames(pill('free'), 'border-spot')}
                  onClick={() => onResume?.(slot.start)}
                >
                  <span className="text-[1.0625rem] leading-tight font-semibold">
                    {slotTime(slot, zone, slots)}
                  </span>
                  <span className="text-[0.75rem] leading-snug text-spot">votre place</span>
                </button>
              ) : slot.taken ? (
                <TakenStart
                  key={slot.start}
                  time={slotTime(slot, zone, slots)}
                  waits={waiting?.has(slot.start) ?? false}
                  onWait={onWait && ((waits) => onWait(slot.start, waits))}
                />
              ) : (
                <label key={slot.start} className={pill('free')}>
                  <input
                    type="radio"
                    name={name}
                    className="sr-only"
                    checked={slot.start === selected}
                    onChange={() => onSelect(slot.start)}
                  />
                  <span className="text-[1.0625rem] leading-tight font-semibold">
                    {slotTime(slot, zone, slots)}
                  </span>
                  <Beside slot={slot} zone={zone} otherZone={otherZone} />
                </label>
              ),
            )}
          </div>
        </div>
      ))}
      {elsewhere && otherZone && (
        <p className="text-kicker text-muted">En petit, l’heure {inCity(otherZone)}.</p>
      )}
    </div>
  );
}

const pill = (kind: 'free' | 'taken') =>
  classNames(
    'relative grid min-h-12 place-content-center rounded-md border px-1 py-1 text-center transition-colors',
    kind === 'taken'
      ? 'border-dashed border-line text-muted'
      : [
          'cursor-pointer border-line-strong hover:bg-wash',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spot',
          'has-checked:border-spot has-checked:text-spot has-checked:inset-ring-1 has-checked:inset-ring-spot',
        ],
  );

interface TakenStartProps {
  time: string;
  waits: boolean;
  onWait: ((waits: boolean) => void) | undefined;
}

/** A start that is taken: struck out, with a button to get a notification when it becomes free. */
function TakenStart({ time, waits, onWait }: TakenStartProps) {
  const hour = <s className="text-[1.0625rem] leading-tight">{time}</s>;
  if (!onWait) {
    return (
      <span className={pill('taken')}>
        {hour}
        <span className="sr-only">, pris</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-pressed={waits}
      className={classNames(pill('taken'), 'hover:bg-wash')}
      onClick={() => onWait(!waits)}
    >
      {hour}
      <span className="sr-only">, pris. </span>
      <span className={classNames('text-[0.75rem] leading-snug', waits ? 'text-settled' : 'text-soft')}>
        {waits ? 'alerte posée' : 'me prévenir'}
      </span>
    </button>
  );
}

/** The other clock and the places left, under the hour. */
function Beside({ slot, zone, otherZone }: { slot: Slot; zone: ZoneName; otherZone: ZoneName | null }) {
  const there = otherTime(slot, zone, otherZone);
  const places = slot.places ?? null;
  if (there === null && places === null) return null;
  return (
    <span className="text-[0.75rem] leading-snug text-muted">
      {there !== null && (
        <>
          <span className="sr-only">, {inCity(otherZone ?? zone)} </span>
          {there}
        </>
      )}
      {there !== null && places !== null && ' · '}
      {places !== null && `${plural(places.left, 'place', 'places')} sur\u00a0${String(places.total)}`}
    </span>
  );
}
