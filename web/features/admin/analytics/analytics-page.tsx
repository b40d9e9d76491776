import { useQuery } from '@tanstack/react-query';
import { days as knownDays } from '#product/insight/contract.ts';
import { curveFinding } from '#product/insight/rules/figures.ts';
import type { Period } from '#product/insight/rules/period.ts';
import { parseLocalDate as parsed } from '#product/shared/time/local-date.ts';
import { COUNTING_ZONE } from '#product/shared/visit.ts';
import { PeriodControls, POINT_LABELS, periodIn, STEP_NAMES } from '#web/entities/period/period.tsx';
import { formatRate } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import type { ChartState } from '#web/ui/charts/chart-frame.tsx';
import { CurveChart } from '#web/ui/charts/curve-chart.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Behind } from './behind.tsx';
import { Categories, Concentration, Funnel, Places } from './breakdowns.tsx';
import { Cohorts } from './cohorts.tsx';
import { FigureGrid } from './figures.tsx';
import { isListed, MEASURES, type Measure, platformQuery, type Platform as Sums } from './measures.ts';
import { Supply } from './supply.tsx';

/**
 * `/admin-dashboard/analytics`: what the platform adds up to, or, where the address asks for it,
 * the rows behind one of its figures.
 */
export function Component() {
  const { params } = useAddress();
  const behind = MEASURES.find(({ key }) => key === params.get('behind'));
  const days = knownDays.safeParse({ first: params.get('first'), last: params.get('last') });
  if (behind && isListed(behind) && days.success) return <Behind measure={behind} days={days.data} />;
  return <Platform />;
}

/** Every figure, and what they are made of. Figure, period and category are part of the address. */
function Platform() {
  const { params, change } = useAddress();
  const asked = periodIn(params, COUNTING_ZONE);
  const { period } = asked;
  const read = useQuery(platformQuery(period));
  const platform = read.data;
  const [usual] = MEASURES;
  const chosen = MEASURES.find(({ key }) => key === params.get('figure')) ?? usual;
  if (!chosen) return null;
  return (
    <>
      <PageHeader
        title="Statistiques"
        description="De la visite à la session tenue, en jours de Paris."
        actions={<PeriodControls asked={asked} />}
      />
      {read.isError ? (
        <ErrorState
          title="Les statistiques n’ont pas pu être lues"
          onRetry={() => read.refetch()}
          retrying={read.isFetching}
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <FigureGrid
            platform={platform}
            days={period}
            chosen={chosen}
            onChoose={({ key }) => change({ figure: key === usual?.key ? null : key })}
          />
          <Curve measure={chosen} platform={platform} period={period} />
          {platform ? <Funnel funnel={platform.funnel} /> : <Skeleton className="h-96" />}
          <Supply days={period} />
          {platform && (
            <>
              <Categories categories={platform.categories} />
              <Cohorts cohorts={platform.cohorts} />
              <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
                <Concentration concentration={platform.concentration} />
                <Places zones={platform.zones} devices={platform.devices} />
              </div>
            </>
          )}
        </div>
      )}
    </>
  );
}

interface CurveProps {
  measure: Measure;
  platform: Sums | undefined;
  period: Period;
}

/** The curve of one figure; a point opens the list behind it. */
function Curve({ measure, platform, period }: CurveProps) {
  const { of, format, formatShort = format, list } = measure;
  const points = platform?.points ?? [];
  const values = points.map(of);
  const state: ChartState | undefined = platform
    ? values.every((value) => !value)
      ? { kind: 'empty', text: 'Rien de tel dans cette période. Choisissez une période plus longue.' }
      : undefined
    : { kind: 'loading' };
  const { to, label } = list(period);
  return (
    <CurveChart
      level={2}
      area
      title={platform ? titleOf(measure, platform) : ''}
      note={measure.definition}
      state={state}
      series={[{ key: measure.key, label: measure.label, tone: 'settled' }]}
      points={points.map(({ first, last }, index) => {
        const days = { first: parsed(first), last: parsed(last) };
        return {
          key: first,
          ...POINT_LABELS[period.step](days),
          values: { [measure.key]: values[index] ?? null },
          to: list(days).to,
        };
      })}
      pointsName={STEP_NAMES[period.step]}
      format={format}
      formatShort={formatShort}
      linkText={label}
      action={<ButtonLink to={to}>{label} de la période</ButtonLink>}
    />
  );
}

/** The title of the curve: the growth where it can be compared, else the sum. */
function titleOf({ label, of, format, adds, formatChange }: Measure, { now, before, points }: Sums): string {
  const [current, earlier] = [of(now), before && of(before)];
  if (current === null) return `${label} : rien à compter`;
  if (!adds) {
    if (earlier === null || current === earlier) return `${label} : ${format(current)}`;
    const change = (formatChange ?? format)(Math.abs(current - earlier));
    return `${label} : ${format(current)}, ${current > earlier ? '+' : '−'}${change}`;
  }
  const finding = curveFinding(
    points.map((point) => of(point) ?? 0),
    earlier,
  );
  switch (finding.kind) {
    case 'growing':
      return `${label} : ${format(current)}, en hausse de ${formatRate(Math.round(finding.byPart * 100) / 100)}`;
    case 'shrinking':
      return `${label} : ${format(current)}, en baisse de ${formatRate(Math.round(-finding.byPart * 100) / 100)}`;
    case 'steady':
      return `${label} : ${format(current)}, stable`;
    default:
      return `${label} : ${format(current)}`;
  }
}
