import { type ReactNode, useId } from 'react';
import type { Instant } from '#domain/time/instant.ts';
import type { ZoneName } from '#domain/time/zone.ts';
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
  loading?: boolean;
  /** What to say, and do, when the day has no start. */
  empty?: ReactNode;
}

const columns = 'grid grid-cols-3 gap-2 @md:grid-cols-4';

/** The starts of a day, grouped by morning, afternoon and evening. One choice: the arrow keys move it, as among radios everywhere. */
export function SlotList(props: SlotListProps) {
  const { label, slots, zone, otherZone = null, selected, onSelect, loading = false, empty } = props;
  const name = useId();
  if (loading) {
    return (
      <div aria-busy="true" className="@container grid content-start gap-3">
        <Skeleton className="h-4 w-20" />
        <div className={columns}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={`slot-${String(index)}`} className="h-14" />
          ))}
        </div>
      </div>
    );
  }
  if (slots.length === 0) return <div className="text-small text-soft">{empty}</div>;
  const elsewhere = otherZone !== null && slots.some((slot) => otherTime(slot, zone, otherZone) !== null);
  return (
    <div role="radiogroup" aria-label={label} className="num @container grid content-start gap-5">
      {groupByPart(slots, zone).map((group) => (
        <div key={`${group.part}${String(group.slots[0]?.start)}`} className="grid gap-2.5">
          <p className="text-kicker text-muted">{group.part}</p>
          <div className={columns}>
            {group.slots.map((slot) => (
              <label key={slot.start} className={slotClass(slot)}>
                <input
                  type="radio"
                  name={name}
                  className="sr-only"
                  disabled={slot.taken ?? false}
                  checked={slot.start === selected}
                  onChange={() => onSelect(slot.start)}
                />
                <span className="text-[1.0625rem] leading-tight font-semibold">
                  {slotTime(slot, zone, slots)}
                </span>
                <Beside slot={slot} zone={zone} otherZone={otherZone} />
              </label>
            ))}
          </div>
        </div>
      ))}
      {elsewhere && otherZone && (
        <p className="text-kicker text-muted">En petit, l’heure {inCity(otherZone)}.</p>
      )}
    </div>
  );
}

const slotClass = ({ taken = false }: Slot) =>
  classNames(
    'relative grid min-h-12 cursor-pointer place-content-center rounded-md border px-1 py-1.5 text-center transition-colors',
    'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spot',
    'has-checked:border-spot has-checked:text-spot has-checked:inset-ring-1 has-checked:inset-ring-spot',
    taken ? 'cursor-not-allowed border-dashed border-line text-off' : 'border-line-strong hover:bg-wash',
  );

/** The other clock and the places left, under the hour. */
function Beside({ slot, zone, otherZone }: { slot: Slot; zone: ZoneName; otherZone: ZoneName | null }) {
  const there = otherTime(slot, zone, otherZone);
  const seats = slot.seatsLeft ?? null;
  if (slot.taken) return <span className="sr-only">, pris</span>;
  if (there === null && seats === null) return null;
  return (
    <span className="text-[0.75rem] leading-snug text-muted">
      {there !== null && (
        <>
          <span className="sr-only">, {inCity(otherZone ?? zone)} </span>
          {there}
        </>
      )}
      {there !== null && seats !== null && ' · '}
      {seats !== null && plural(seats, 'place', 'places')}
    </span>
  );
}
