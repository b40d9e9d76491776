import { useState } from 'react';
import { POLICIES } from '#product/booking/rules/policies.ts';
import { explainPolicy } from '#product/booking/rules/refund.ts';
import { cents } from '#product/shared/money/cents.ts';
import { hoursAfter, type Instant, parseInstant } from '#product/shared/time/instant.ts';
import { type LocalDate, parseLocalDate } from '#product/shared/time/local-date.ts';
import { Button } from '#web/ui/button.tsx';
import { dateAfter, monthAfter } from '#web/ui/calendar-days.ts';
import { viewOfMonth } from '#web/ui/calendar-view.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { freeDaysOf, MonthGrid } from '#web/ui/month-grid.tsx';
import { PolicyLines } from '#web/ui/policy-lines.tsx';
import { SlotList } from '#web/ui/slot-list.tsx';
import { ZoneSelect } from '#web/ui/zone-select.tsx';
import { Showcase, Specimen } from './showcase.tsx';

const start = parseInstant('2026-03-12T17:30:00Z');
const first = parseLocalDate('2026-03-05');
const free = new Map(
  [1, 2, 0, 0, 3, 0, 5, 9, 1, 0, 0, 2, 0, 4, 8, 1, 0, 0, 6, 0, 3, 12, 2].map(
    (count, index) => [dateAfter(first, index), count] as const,
  ),
);
for (const [date, count] of free) if (count === 0) free.delete(date);
const slots = [8, 8.5, 13, 13.5, 14, 17, 17.5, 18, 19, 20].map((hour, index) => ({
  start: (Date.UTC(2026, 2, 12) + hour * 3_600_000) as Instant,
  taken: index === 4 || index === 8,
}));
const group = slots.slice(0, 4).map((slot, index) => ({ ...slot, places: { left: index + 1, total: 10 } }));
const nothing = () => undefined;

/** What a booking is made of: days, starts, zone, countdown, policy. */
export function ShowBooker() {
  const [month, setMonth] = useState('2026-03');
  const [date, setDate] = useState<LocalDate | null>(parseLocalDate('2026-03-12'));
  const [slot, setSlot] = useState<Instant | null>(start);
  const [zone, setZone] = useState('Europe/Paris');
  const [opened] = useState(() => Date.now());
  const shared = { selected: date, onSelect: setDate, today: parseLocalDate('2026-03-04') };
  const view = viewOfMonth('2026-03', shared.today);
  const none = { view, onMonth: nothing, free: new Map(), freeDaysAfter: undefined, last: null };
  return (
    <Showcase title="Réserver">
      <div className="grid gap-8 md:grid-cols-3 [&>*]:min-w-0">
        <MonthGrid
          {...shared}
          view={viewOfMonth(month, shared.today)}
          onMonth={setMonth}
          free={free}
          freeDaysAfter={freeDaysOf(monthAfter(month, 1), free)}
          last={parseLocalDate('2026-06-30')}
          empty="Aucun créneau ce mois-ci."
        />
        <MonthGrid {...shared} {...none} loading />
        <MonthGrid
          {...shared}
          {...none}
          selected={null}
          empty="Aucun créneau en mars. Le prochain est le 2 avril."
        />
      </div>
      <div className="grid gap-8 md:grid-cols-3 [&>*]:min-w-0">
        <SlotList
          label="Créneaux du jeudi 12 mars"
          slots={slots}
          zone={zone}
          otherZone="America/Montreal"
          selected={slot}
          onSelect={setSlot}
        />
        <SlotList
          label="Sessions à plusieurs"
          slots={group}
          zone="Europe/Paris"
          selected={slots[0]?.start ?? null}
          onSelect={nothing}
        />
        <div className="grid content-start gap-8">
          <SlotList
            label="En chargement"
            slots={[]}
            zone="Europe/Paris"
            selected={null}
            onSelect={nothing}
            loading
          />
          <SlotList
            label="Sans créneau"
            slots={[]}
            zone="Europe/Paris"
            selected={null}
            onSelect={nothing}
            empty="Plus de créneau ce jour-là."
          />
        </div>
      </div>
      <div className="grid gap-8 md:grid-cols-3">
        <PolicyLines tiers={explainPolicy(POLICIES.standard, cents(4500), start, start)} zone={zone} />
        <PolicyLines
          tiers={explainPolicy(POLICIES.strict, cents(4500), start, hoursAfter(start, -30))}
          zone={zone}
          marked
        />
        <PolicyLines
          tiers={explainPolicy(POLICIES.flexible, cents(1800), start, hoursAfter(start, -200))}
          zone={zone}
          marked
        />
      </div>
      <Specimen name="ZoneSelect, Countdown">
        <ZoneSelect zone={zone} onZone={setZone} />
        <p className="text-small text-soft">
          Place gardée encore <Countdown until={(opened + 582_000) as Instant} />
        </p>
        <Button>À côté</Button>
      </Specimen>
    </Showcase>
  );
}
