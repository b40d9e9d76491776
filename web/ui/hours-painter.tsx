import { useState } from 'react';
import type { WeeklyRange } from '#product/availability/rules/hours.ts';
import type { Weekday } from '#product/shared/time/local-date.ts';
import { capitalised, formatDuration } from '#web/lib/format.ts';
import { PaintedWeek } from '#web/ui/hours-painter/painted-week.tsx';
import { copyDay, openMinutes, overlappingDays } from '#web/ui/hours-painter/week-minutes.ts';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import '#web/ui/hours-painter/hours-painter.css';
import { Copy, Plus, X } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx';
import { Select } from '#web/ui/select.tsx';
import { WEEKDAYS, wallText } from '#web/ui/wall-text.ts';

interface DayRangesProps {
  weekday: Weekday;
  /** Of this day, in order. */
  ranges: readonly WeeklyRange[];
  onChange: (ranges: WeeklyRange[]) => void;
  onCopy: (to: readonly Weekday[]) => void;
  stepMinutes: number;
  overlapping: boolean;
  disabled: boolean;
}

/** The hours that may be chosen, and the one that is, should it lie between two steps. */
function hourOptions(first: number, last: number, step: number, chosen: number) {
  const count = Math.floor((last - first) / step) + 1;
  const values = new Set(Array.from({ length: count }, (_, index) => first + index * step));
  const all = [...values.add(chosen)].sort((a, b) => a - b);
  return all.map((value) => ({
    value: String(value),
    label: value > 1_440 ? `${wallText(value)} (J+1)` : wallText(value),
  }));
}

/** Two hours after the last range of the day, where they fit; else the first evening hours. */
function nextRange(ranges: readonly WeeklyRange[], weekday: Weekday): WeeklyRange {
  const last = ranges.at(-1);
  if (!last) return { weekday, from: 18 * 60, to: 21 * 60 };
  const from = Math.min(last.to + 60, 23 * 60);
  return { weekday, from, to: Math.min(from + 120, 1_440) };
}

const all: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

/** One day of the list of hours. */
function DayRanges(props: DayRangesProps) {
  const { weekday, ranges, onChange, onCopy, stepMinutes: step, overlapping, disabled } = props;
  const name = WEEKDAYS[weekday - 1] ?? '';
  const replace = (index: number, range: WeeklyRange) =>
    onChange(ranges.map((old, at) => (at === index ? range : old)));
  const begin = (index: number, range: WeeklyRange, from: number) =>
    replace(index, { ...range, from, to: Math.min(Math.max(range.to, from + step), from + 1_440) });

  return (
    <fieldset
      className="grid grid-cols-[1fr_auto] gap-2.5 border-t border-line py-4 sm:grid-cols-[7rem_1fr_auto]"
      disabled={disabled}
    >
      <legend className="sr-only">{capitalised(name)}</legend>
      <p aria-hidden="true" className="pt-2.5 font-semibold">
        {capitalised(name)}
      </p>
      <div className="grid gap-2.5 max-sm:col-span-2 max-sm:row-start-2">
        {ranges.length === 0 && <p className="sm:pt-2.5 text-muted">Fermé</p>}
        {ranges.map((range, index) => (
          <div key={`${String(index)} of ${String(ranges.length)}`} className="num flex items-center gap-2">
            <Select
              aria-label={`${capitalised(name)}, plage ${String(index + 1)}, de`}
              className="min-w-0 flex-1 sm:max-w-36"
              options={hourOptions(0, 1_440 - step, step, range.from)}
              value={String(range.from)}
              onChange={(event) => begin(index, range, Number(event.target.value))}
            />
            <span aria-hidden="true" className="text-muted">
              à
            </span>
            <Select
              aria-label={`${capitalised(name)}, plage ${String(index + 1)}, à`}
              className="min-w-0 flex-1 sm:max-w-48"
              options={hourOptions(range.from + step, range.from + 1_440, step, range.to)}
              value={String(range.to)}
              onChange={(event) => replace(index, { ...range, to: Number(event.target.value) })}
            />
            <Button
              tone="quiet"
              size="icon"
              aria-label={`Retirer la plage ${String(index + 1)} du ${name}`}
              onClick={() => onChange(ranges.filter((_, at) => at !== index))}
            >
              <X aria-hidden="true" />
            </Button>
          </div>
        ))}
        {overlapping && (
          <p role="alert" className="text-small text-live">
            Deux plages se chevauchent. Changez l’une des deux.
          </p>
        )}
      </div>
      <div className="flex items-start gap-1">
        <Button
          tone="quiet"
          size="icon"
          aria-label={`Ajouter une plage le ${name}`}
          onClick={() => onChange([...ranges, nextRange(ranges, weekday)])}
        >
          <Plus aria-hidden="true" />
        </Button>
        <DropdownMenu
          trigger={
            <Button tone="quiet" size="icon" aria-label={`Copier les heures du ${name}`}>
              <Copy aria-hidden="true" />
            </Button>
          }
        >
          <MenuItem onSelect={() => onCopy(all)}>Vers tous les jours</MenuItem>
          <MenuItem onSelect={() => onCopy(all.slice(0, 5))}>Du lundi au vendredi</MenuItem>
          <MenuSeparator />
          {all
            .filter((other) => other !== weekday)
            .map((other) => (
              <MenuItem key={other} onSelect={() => onCopy([other])}>
                {`Vers ${WEEKDAYS[other - 1] ?? ''}`}
              </MenuItem>
            ))}
        </DropdownMenu>
      </div>
    </fieldset>
  );
}

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
