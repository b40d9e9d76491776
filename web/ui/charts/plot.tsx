import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from '#web/ui/class-names.ts';
import { TextLink } from '#web/ui/link.tsx';
import type { ChartTable } from './chart-frame.tsx';
import { type Axis, type ChartPoint, heightOf, isNamed, pointAfterKey, type Series } from './scale.ts';

/** The props of a chart of points over an axis, whether it draws lines or bars. */
export interface PointsProps {
  series: readonly Series[];
  points: readonly ChartPoint[];
  /** A value in words: « 310,00 € ». */
  format: (value: number) => string;
  /** A value under the axis, where room is scarce: « 310 € ». */
  formatShort?: (value: number) => string;
  /** The values are counts, which have no halves. */
  whole?: boolean;
  /** The noun for the points: « Mois ». The head of the table's first column. */
  pointsName: string;
  /** The text of the link to a point's detail: « Voir les sessions ». */
  linkText?: string;
}

const known = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? 'inconnu' : format(value);

/** Describes a point in words: « mars 2026 : Net 310,00 €, Avant 200,00 € ». */
export const pointText = (point: ChartPoint, { series, format }: Pick<PointsProps, 'series' | 'format'>) =>
  `${point.label} : ${series.map(({ key, label }) => `${label} ${known(point.values[key], format)}`).join(', ')}`;

/** The points as rows, the series as columns. */
export const pointsTable = ({ series, points, format, pointsName }: PointsProps): ChartTable => ({
  head: [pointsName, ...series.map(({ label }) => label)],
  rows: points.map((point) => [point.label, ...series.map(({ key }) => known(point.values[key], format))]),
});

interface PlotProps extends PointsProps {
  title: string;
  axis: Axis;
  /** A sample of each series, as it is drawn. */
  sample: (series: Series) => ReactNode;
  /** Draws the series; `at` is the point that is read. */
  children: (at: number) => ReactNode;
}

/**
 * The base of a chart of points: axis, names, readout and cursor. The drawing is one stop of the
 * keyboard, a slider over its points: arrows move, Home and End go to the ends, Enter opens the
 * point's detail, and what it reads is announced. A finger moves along it too.
 */
export function Plot(props: PlotProps) {
  const { title, series, points, format, formatShort = format, axis, linkText = 'Voir le détail' } = props;
  const navigate = useNavigate();
  const hint = useId();
  const area = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const found = points.findIndex(({ key }) => key === chosen);
  const at = found === -1 ? points.length - 1 : found;
  const point = points[at];
  if (!point) return null;

  const choose = (index: number) => setChosen(points[index]?.key ?? null);
  const follow = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    if (!box) return;
    const part = Math.floor(((event.clientX - box.left) / box.width) * points.length);
    choose(Math.min(points.length - 1, Math.max(0, part)));
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && point.to) void navigate(point.to);
    const next = pointAfterKey(event.key, at, points.length);
    if (next === null) return;
    event.preventDefault();
    choose(next);
  };

  return (
    <div className="chart-points num">
      <div className="chart-readout">
        <p className="font-semibold">{point.label}</p>
        <ul>
          {series.map((each) => (
            <li key={each.key}>
              {props.sample(each)}
              <span className="text-soft">{each.label}</span>
              <b>{known(point.values[each.key], format)}</b>
            </li>
          ))}
        </ul>
        {point.to && (
          <TextLink
            to={point.to}
            aria-label={`${linkText}, ${point.label}`}
            className="tappable ml-auto inline-flex items-center text-small"
          >
            {linkText}
          </TextLink>
        )}
      </div>
      <div className="chart-plot">
        <div className="chart-lines-names" aria-hidden="true">
          {axis.lines.map((line) => (
            <span key={line}>{formatShort(line)}</span>
          ))}
        </div>
        <div
          ref={area}
          role="slider"
          tabIndex={0}
          aria-label={title}
          aria-describedby={hint}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={at + 1}
          aria-valuetext={pointText(point, props)}
          className={classNames('chart-area', point.to && 'cursor-pointer')}
          onKeyDown={press}
          onPointerDown={follow}
          onPointerMove={follow}
          onPointerUp={({ pointerType, button }) => {
            // A tap only reads the point; the link beside the readout opens its details.
            if (pointerType === 'mouse' && button === 0 && point.to) void navigate(point.to);
          }}
        >
          {axis.lines.map((line) => (
            <i
              key={line}
              className="chart-line"
              data-zero={line === 0 || undefined}
              style={{ bottom: `${heightOf(line, axis) * 100}%` }}
            />
          ))}
          <i
            className="chart-cursor"
            style={{ left: `${(at / points.length) * 100}%`, width: `${100 / points.length}%` }}
          />
          {props.children(at)}
        </div>
        <div className="chart-names" aria-hidden="true">
          {points.map(({ key, short }, index) =>
            isNamed(index, points.length, 12) ? (
              <span
                key={key}
                data-always={isNamed(index, points.length, 4) || undefined}
                style={{ left: `${((index + 0.5) / points.length) * 100}%` }}
              >
                {short}
              </span>
            ) : null,
          )}
        </div>
      </div>
      <p id={hint} className="sr-only">
        Les flèches parcourent les points{point.to ? ', Entrée ouvre le détail' : ''}.
      </p>
    </div>
  );
}
