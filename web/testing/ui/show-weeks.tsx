import { useState } from 'react';
import type { WeeklyRange } from '#product/availability/rules/hours.ts';
import { parseInstant } from '#product/shared/time/instant.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { HoursPainter } from '#web/ui/hours-painter.tsx';
import type { WeekEvent } from '#web/ui/week-calendar/layout.ts';
import { WeekCalendar } from '#web/ui/week-calendar.tsx';
import { Showcase } from './showcase.tsx';

const between = (day: number, start: string, end: string) => ({
  start: parseInstant(`2026-03-${String(day).padStart(2, '0')}T${start}:00+01:00`),
  end: parseInstant(`2026-03-${String(day).padStart(2, '0')}T${end}:00+01:00`),
});
const open = [
  between(10, '18:00', '22:00'),
  between(12, '18:00', '22:00'),
  between(13, '18:00', '22:00'),
  between(14, '14:00', '18:00'),
];
const busy = [{ id: 'b', label: 'Occupé', ...between(13, '18:00', '19:00') }];
const events: readonly WeekEvent[] = [
  {
    id: '1',
    ...between(10, '20:00', '21:00'),
    title: 'Exemple Un',
    subtitle: 'à accepter',
    tone: 'spot',
    href: '#1',
  },
  {
    id: '2',
    ...between(12, '18:30', '19:30'),
    title: 'Exemple Deux',
    subtitle: 'Coaching',
    tone: 'settled',
    href: '#2',
  },
  {
    id: '3',
    ...between(12, '19:00', '19:30'),
    title: 'Exemple Trois',
    subtitle: 'VOD',
    tone: 'settled',
    href: '#3',
  },
  {
    id: '4',
    ...between(13, '20:30', '21:30'),
    title: 'Exemple Quatre',
    subtitle: 'en cours',
    tone: 'live',
    href: '#4',
  },
  { id: '5', ...between(14, '15:00', '15:15'), title: 'Exemple Cinq', tone: 'neutral', href: '#5' },
];
const week = {
  zone: 'Europe/Paris',
  weekStart: parseLocalDate('2026-03-09'),
  now: parseInstant('2026-03-13T19:52:00+01:00'),
};
const hours: readonly WeeklyRange[] = [
  { weekday: 2, from: 1080, to: 1320 },
  { weekday: 4, from: 1080, to: 1320 },
  { weekday: 5, from: 1320, to: 1560 },
  { weekday: 6, from: 840, to: 1080 },
];

/** A week that fills, and the hours that open it. */
export function ShowWeeks() {
  const [painted, setPainted] = useState<readonly WeeklyRange[]>(hours);
  return (
    <>
      <Showcase title="La semaine">
        <WeekCalendar {...week} openRanges={open} busyRanges={busy} events={events} />
        <div className="grid gap-8 md:grid-cols-2">
          <WeekCalendar {...week} openRanges={open} events={events} view="list" label="En liste" />
          <WeekCalendar {...week} openRanges={[]} events={[]} view="list" label="Vide" />
        </div>
      </Showcase>
      <Showcase title="Les heures">
        <HoursPainter value={painted} onChange={setPainted} />
        <HoursPainter value={[]} onChange={setPainted} disabled />
      </Showcase>
    </>
  );
}
