import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ChartFrame, type ChartProps, type ChartTable } from './chart-frame.tsx';
import { cellAfterKey } from './scale.ts';

/** An hour of the week. */
export interface HeatCell {
  /** ISO: 1 is Monday. */
  weekday: number;
  /** 0 to 23. */
  hour: number;
  /** A veil lies over it: these hours are open. */
  veil: boolean;
  /** How bright it is, from 0 to 1. */
  light: number;
  /** A ring stands in it: somebody asked for it. */
  ring: boolean;
  /**
   * The cell's text, after its day and hour: « ouvert, réservé 3 fois sur 4, cherché par 9
   * personnes ».
   */
  text: string;
}

interface HeatGridProps extends ChartProps {
  /** The hours that matter; those before the first and after the last are not drawn. */
  cells: readonly HeatCell[];
  /** The meanings of veil, light and ring; a sign without a text is not explained. */
  legend: { veil?: string; light?: string; ring?: string };
  /** The hour that is read at first; by default the first that somebody asked for. */
  first?: { weekday: number; hour: number } | undefined;
  /** Left out, the table has a row for each cell, with its text. */
  table?: ChartTable;
  /** Beside the readout of the cell that is read: what can be done with it. */
  cellAction?: (cell: HeatCell) => ReactNode;
}

const DAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'];

const dayName = (weekday: number) => DAYS[weekday - 1] ?? '';
const hourName = (hour: number) => `${String(hour)}\u00a0h`;
/** « jeudi 20 h » */
const cellName = ({ weekday, hour }: Pick<HeatCell, 'weekday' | 'hour'>) =>
  `${dayName(weekday)} ${hourName(hour)}`;

/** The grid's roles are given by hand: its rows run downwards on a desk and across on a phone. */
const asGrid = (label: string, onKeyDown: (event: KeyboardEvent) => void) => ({
  role: 'grid',
  'aria-label': label,
  onKeyDown,
});
const asRow = (label: string) => ({ role: 'row', 'aria-label': label });
const asCell = (label: string, read: boolean, choose: () => void) => ({
  role: 'gridcell',
  'aria-label': label,
  tabIndex: read ? 0 : -1,
  onPointerEnter: choose,
  onFocus: choose,
  onClick: choose,
});

/**
 * Hours by weekdays. One stop of the keyboard; the arrows go where they point, also on a phone,
 * where the days stand side by side and the hours below each other.
 */
export function HeatGrid(props: HeatGridProps) {
  const { title, cells, legend, cellAction } = props;
  const grid = useRef<HTMLDivElement>(null);
  const hours = cells.map(({ hour }) => hour);
  const first = Math.min(...hours);
  const columns = cells.length === 0 ? 0 : Math.max(...hours) - first + 1;
  const byPlace = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]));
  const cellAt = (row: number, column: number): HeatCell =>
    byPlace.get(`${row + 1} ${first + column}`) ?? {
      weekday: row + 1,
      hour: first + column,
      veil: false,
      light: 0,
      ring: false,
      text: 'rien',
    };
  const start =
    cells.find(({ weekday, hour }) => weekday === props.first?.weekday && hour === props.first.hour) ??
    cells.find(({ ring }) => ring) ??
    cells[0];
  const [chosen, setChosen] = useState<{ row: number; column: number } | null>(null);
  const at = chosen ?? (start ? { row: start.weekday - 1, column: start.hour - first } : null);
  const read = at && cellAt(at.row, at.column);

  const press = (event: KeyboardEvent) => {
    if (!at || !grid.current || event.altKey || event.ctrlKey || event.metaKey) return;
    const turned = getComputedStyle(grid.current).getPropertyValue('--turned').trim() === '1';
    const next = cellAfterKey(event.key, at, { rows: 7, columns }, turned);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    grid.current.querySelector<HTMLElement>(`[data-place="${next.row} ${next.column}"]`)?.focus();
  };

  const table = props.table ?? {
    head: ['Heure', 'Ce qui s’y passe'],
    rows: cells
      .filter(({ veil, light, ring }) => veil || light > 0 || ring)
      .map((cell) => [cellName(cell), cell.text]),
  };
  return (
    <ChartFrame {...props} table={table}>
      <div className="grid gap-3">
        <div
          ref={grid}
          {...asGrid(title, press)}
          className="heat num"
          style={{ ['--columns' as string]: columns }}
        >
          <div className="heat-hours" aria-hidden="true">
            {Array.from({ length: columns }, (_, column) => (
              <span key={column} style={{ ['--column' as string]: column + 2 }}>
                {hourName(first + column)}
              </span>
            ))}
          </div>
          {DAYS.map((day, row) => (
            <div key={day} {...asRow(day)} className="contents">
              <span aria-hidden="true" className="heat-day" style={{ ['--row' as string]: row + 2 }}>
                <span className="max-[22.5rem]:hidden">{`${day.slice(0, 3)}.`}</span>
                <span className="uppercase min-[22.5rem]:hidden">{day.slice(0, 1)}</span>
              </span>
              {Array.from({ length: columns }, (_, column) => {
                const cell = cellAt(row, column);
                const isRead = at?.row === row && at.column === column;
                return (
                  <div
                    key={column}
                    {...asCell(`${cellName(cell)} : ${cell.text}`, isRead, () => setChosen({ row, column }))}
                    data-place={`${row} ${column}`}
                    data-veil={cell.veil || undefined}
                    data-ring={cell.ring || undefined}
                    data-read={isRead || undefined}
                    className="heat-cell"
                    style={{
                      ['--row' as string]: row + 2,
                      ['--column' as string]: column + 2,
                      ['--light' as string]: cell.light.toFixed(2),
                    }}
                  />
                );
              })}
            </div>
          ))}
        </div>
        <ul className="chart-legend" aria-hidden="true">
          {legend.veil && (
            <li>
              <i className="heat-cell" data-veil="" /> {legend.veil}
            </li>
          )}
          {legend.light && (
            <li>
              <i className="heat-cell" data-veil="" style={{ ['--light' as string]: 1 }} /> {legend.light}
            </li>
          )}
          {legend.ring && (
            <li>
              <i className="heat-cell" data-ring="" /> {legend.ring}
            </li>
          )}
        </ul>
        {read && (
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 text-small">
            <p>
              <b className="first-letter:uppercase inline-block">{cellName(read)}</b>{' '}
              <span className="text-soft">{read.text}</span>
            </p>
            {cellAction?.(read)}
          </div>
        )}
      </div>
    </ChartFrame>
  );
}
