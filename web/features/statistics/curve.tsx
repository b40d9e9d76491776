import { curveFinding } from '#product/insight/rules/figures.ts';
import { type Days, pointsOf, type Step } from '#product/insight/rules/period.ts';
import { formatInstant } from '#product/shared/time/instant.ts';
import { type EpochDay, epochDayOf } from '#product/shared/time/local-date.ts';
import { startOfDay } from '#product/shared/time/wall-time.ts';
import { POINT_LABELS, STEP_NAMES } from '#web/entities/period/period.tsx';
import { formatCount, formatMoney, formatPrice, formatRate, plural } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import type { ChartState } from '#web/ui/charts/chart-frame.tsx';
import { CurveChart } from '#web/ui/charts/curve-chart.tsx';
import type { ChartPoint, Series, SeriesTone } from '#web/ui/charts/scale.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import type { Statistics } from './queries.ts';
import type { Asked } from './use-period.ts';

const MEASURES = [
  { value: 'net', label: 'Revenu net', key: 'netCents' },
  { value: 'sessions', label: 'Sessions', key: 'sessions' },
] as const;
type Measure = (typeof MEASURES)[number];

const TONES: readonly SeriesTone[] = ['settled', 'asks', 'rest'];
/** A chart tells four series apart: three offers, and the others together. */
const MOST_OFFERS = TONES.length;
const OTHERS = 'others';

/** The first day by which the server names the point that a day belongs to. */
function keyOf({ first }: Days, step: Step): string {
  if (step === 'month') return `${first.slice(0, 7)}-01`;
  if (step === 'day') return first;
  const day = new Date(`${first}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

interface CurveProps {
  asked: Asked;
  statistics: Statistics | undefined;
  state: ChartState | undefined;
}

/** Sessions or revenue over the period, a line for each offer; a point opens its sessions. */
export function Curve({ asked, statistics, state }: CurveProps) {
  const { params, change } = useAddress();
  const measure = MEASURES.find(({ value }) => value === params.get('curve')) ?? MEASURES[0];
  const { step, ...days } = asked.period;
  const places = pointsOf(days, step);
  const rows = statistics?.curve ?? [];
  const shown = (statistics?.offers ?? []).filter(({ offerId }) =>
    rows.some((row) => row.offerId === offerId && row[measure.key] !== 0),
  );
  const own = shown.length > MOST_OFFERS ? shown.slice(0, MOST_OFFERS) : shown;
  const series: Series[] = own.map(({ offerId, title }, index) => ({
    key: offerId ?? 'deleted',
    label: title ?? 'Offres supprimées',
    tone: TONES[index] ?? 'other',
  }));
  if (shown.length > own.length) series.push({ key: OTHERS, label: 'Autres offres', tone: 'other' });
  const seriesOf = (offerId: string | null) =>
    own.some((offer) => offer.offerId === offerId) ? (offerId ?? 'deleted') : OTHERS;

  const points: ChartPoint[] = places.map((place) => {
    const key = keyOf(place, step);
    const values: Record<string, number> = Object.fromEntries(series.map((each) => [each.key, 0]));
    for (const row of rows)
      if (row.first === key && seriesOf(row.offerId) in values)
        values[seriesOf(row.offerId)] = (values[seriesOf(row.offerId)] ?? 0) + row[measure.key];
    const link = new URLSearchParams({
      tab: 'past',
      from: formatInstant(startOfDay(asked.zone, epochDayOf(place.first))),
      until: formatInstant(startOfDay(asked.zone, (epochDayOf(place.last) + 1) as EpochDay)),
    });
    if (asked.offerId) link.set('offer', asked.offerId);
    return { key, ...POINT_LABELS[step](place), values, to: `/streamer-dashboard/bookings?${link}` };
  });
  const sums = points.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0));
  const format = measure.value === 'net' ? formatMoney : formatCount;
  const empty: ChartState | undefined =
    statistics && sums.every((sum) => sum === 0)
      ? {
          kind: 'empty',
          text: (
            <>
              <p>Aucune session dans cette période. La courbe commence avec la première que vous tiendrez.</p>
              <ButtonLink to="/streamer-dashboard/availability">Ouvrir des heures</ButtonLink>
            </>
          ),
        }
      : undefined;
  return (
    <CurveChart
      level={2}
      area
      title={titleOf(measure, sums, statistics, points)}
      note="Par offre. Un point ouvre ses sessions."
      state={state ?? empty}
      controls={
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would give the buttons a frame that they do not have.
        <div
          role="group"
          aria-label="Ce que montre la courbe"
          className="flex rounded-full border border-line-strong"
        >
          {MEASURES.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === measure.value}
              onClick={() => change({ curve: value === 'net' ? null : value })}
              className={classNames(
                'tappable rounded-full px-4 text-small whitespace-nowrap',
                value === measure.value ? 'bg-raised font-semibold text-ink' : 'text-soft hover:text-ink',
              )}
            >
              {label}
            </button>
          ))}
        </div>
      }
      series={series}
      points={points}
      pointsName={STEP_NAMES[step]}
      format={format}
      formatShort={measure.value === 'net' ? formatPrice : formatCount}
      whole={measure.value === 'sessions'}
      linkText="Voir ces sessions"
    />
  );
}

function titleOf(
  measure: Measure,
  sums: readonly number[],
  statistics: Statistics | undefined,
  points: readonly ChartPoint[],
): string {
  const what = measure.value === 'net' ? 'Vos revenus' : 'Vos sessions';
  const finding = curveFinding(sums, statistics?.before?.[measure.key] ?? null);
  switch (finding.kind) {
    case 'none':
      return measure.value === 'net' ? 'Pas encore de revenu' : 'Pas encore de session';
    case 'growing':
      return `${what} progressent de ${formatRate(Math.round(finding.byPart * 100) / 100)}`;
    case 'shrinking':
      return `${what} reculent de ${formatRate(Math.round(-finding.byPart * 100) / 100)}`;
    case 'peak':
      return `${what} se concentrent : ${points[finding.best]?.label.toLowerCase() ?? ''} en fait ${formatRate(Math.round(finding.part * 100) / 100)}`;
    case 'sum':
      return measure.value === 'net'
        ? `${formatMoney(finding.sum)} nets sur la période`
        : `${plural(finding.sum, 'session tenue', 'sessions tenues')} sur la période`;
    case 'steady':
      return `${what} restent stables`;
  }
}
