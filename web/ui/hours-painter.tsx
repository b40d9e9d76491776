import { useState } from 'react';
import type { WeeklyRange } from '#product/availability/rules/hours.ts';
import type { Weekday } from '#product/shared/time/local-date.ts';
import { formatDuration } from '#web/lib/format.ts';
import { DayRanges } from '#web/ui/hours-painter/day-ranges.tsx';
import { PaintedWeek } from '#web/ui/hours-painter/painted-week.tsx';
import { copyDay, openMinutes, overlappingDays } from '#web/ui/hours-painter/week-minutes.ts';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import '#web/ui/hours-painter/hours-painter.css';

interface HoursPainterProps {
  value: readonly WeeklyRange[];
  onChange: (value: WeeklyRange[]) => void;
  /** How finely hours are chosen. */
  stepMinutes?: 15 | 30;
  disabled?: boolean;
}

const views = [
  { value: 'paint', label: 'Peindre' },
  { value: 'list', label: 'Liste' },
];
const weekdays: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

/** On a phone a finger scrolls and does not paint, so the list is shown first there. */
const isNarrow = () => window.matchMedia('(max-width: 767px)').matches;

/** The weekly opening hours: painted on a week, or chosen in a list. Both show the same hours. */
export function HoursPainter({ value, onChange, stepMinutes = 30, disabled = false }: HoursPainterProps) {
  const [view, setView] = useState(() => (isNarrow() ? 'list' : 'paint'));
  const overlapping = overlappingDays(value);
  const total = openMinutes(value);
  const replaceDay = (weekday: Weekday, ranges: WeeklyRange[]) =>
    onChange(
      [...value.filter((range) => range.weekday !== weekday), ...ranges].sort(
        (a, b) => a.weekday - b.weekday || a.from - b.from,
      ),
    );
  return (
    <div>
      <Tabs label="Façon de saisir les heures" items={views} value={view} onValueChange={setView}>
        <TabPanel value="paint">
          <PaintedWeek value={value} onChange={onChange} stepMinutes={stepMinutes} disabled={disabled} />
        </TabPanel>
        <TabPanel value="list">
          {weekdays.map((weekday) => (
            <DayRanges
              key={weekday}
              weekday={weekday}
              ranges={value.filter((range) => range.weekday === weekday)}
              onChange={(ranges) => replaceDay(weekday, ranges)}
              onCopy={(to) => onChange(copyDay(value, weekday, to))}
              stepMinutes={stepMinutes}
              overlapping={overlapping.has(weekday)}
              disabled={disabled}
            />
          ))}
        </TabPanel>
      </Tabs>
      <p aria-live="polite" className="num mt-4 text-small text-muted">
        {total === 0 ? 'Aucune heure ouverte.' : `${formatDuration(total)} ouvertes par semaine.`}
      </p>
    </div>
  );
}
