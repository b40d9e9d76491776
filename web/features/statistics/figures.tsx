import { centsPerOpenHour, filledPart, ratio, trendOf } from '#product/insight/rules/figures.ts';
import { formatCount, formatDuration, formatMoney, formatRate } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Definition } from '#web/ui/definition.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Figures } from './queries.ts';

interface Figure {
  label: string;
  definition: string;
  of: (figures: Figures) => number | null;
  format: (value: number) => string;
  /** The change, where it is not said as the value is. */
  formatChange?: (change: number) => string;
  lessIsBetter?: boolean;
}

const NO_BREAK = '\u00a0';
const points = (change: number) => `${formatCount(Math.round(change * 1000) / 10)}${NO_BREAK}points`;
const wait = (seconds: number) => formatDuration(Math.max(1, Math.round(seconds / 60)));
const stars = (rating: number) => `${formatCount(Math.round(rating * 100) / 100)}${NO_BREAK}/${NO_BREAK}5`;

const FIGURES: readonly Figure[] = [
  {
    label: 'Sessions tenues',
    definition: 'Les sessions de la période qui ont eu lieu. Une session de groupe compte une fois.',
    of: ({ sessions }) => sessions,
    format: formatCount,
  },
  {
    label: 'Net pour vous',
    definition:
      'Ce que le grand livre vous attribue pour les sessions de la période, commission et remboursements retirés. Une session compte au jour où elle a lieu.',
    of: ({ netCents }) => netCents,
    format: formatMoney,
  },
  {
    label: 'Par heure ouverte',
    definition:
      'Le net, divisé par toutes vos heures ouvertes de la période, réservées ou non. Les heures d’un jour passé sont gardées telles qu’elles étaient.',
    of: ({ netCents, openMinutes }) => centsPerOpenHour(netCents, openMinutes),
    format: formatMoney,
  },
  {
    label: 'Heures remplies',
    definition: 'La durée des sessions réservées et non annulées, sur la durée de vos heures ouvertes.',
    of: ({ bookedMinutes, openMinutes }) => filledPart(bookedMinutes, openMinutes),
    format: formatRate,
    formatChange: points,
  },
  {
    label: 'Viewers qui reviennent',
    definition: 'Parmi les viewers venus dans la période, la part de ceux qui étaient déjà venus chez vous.',
    of: ({ returning, viewers }) => ratio(returning, viewers),
    format: formatRate,
    formatChange: points,
  },
  {
    label: 'Note moyenne',
    definition: 'La moyenne des avis laissés sur les sessions de la période.',
    of: ({ ratingSum, ratings }) => ratio(ratingSum, ratings),
    format: stars,
    formatChange: (change) => formatCount(Math.round(change * 100) / 100),
  },
  {
    label: 'Réponse médiane',
    definition:
      'La moitié de vos réponses aux demandes ont été plus rapides que cela. Les demandes restées sans réponse n’y sont pas.',
    of: ({ answerSeconds }) => answerSeconds,
    format: wait,
    lessIsBetter: true,
  },
  {
    label: 'Absences de viewers',
    definition: 'Les places payées que personne n’est venu prendre.',
    of: ({ viewerNoShows }) => viewerNoShows,
    format: formatCount,
    lessIsBetter: true,
  },
  {
    label: 'Vos absences',
    definition: 'Les places payées où c’est vous qui avez manqué le rendez-vous.',
    of: ({ streamerNoShows }) => streamerNoShows,
    format: formatCount,
    lessIsBetter: true,
  },
];

const TONES = { better: 'text-settled', worse: 'text-live', same: 'text-muted' } as const;

function Change({ figure, now, before }: { figure: Figure; now: Figures; before: Figures | null }) {
  if (before === null) return null;
  const [current, earlier] = [figure.of(now), figure.of(before)];
  if (current === null || earlier === null) return null;
  const { format, formatChange = format } = figure;
  const said = formatChange(Math.abs(current - earlier));
  // A change that would round to zero is not shown as one.
  const trend =
    said === formatChange(0) || current === earlier ? 'same' : trendOf(current, earlier, figure.lessIsBetter);
  return (
    <dd className={classNames('text-kicker', TONES[trend])} title={`Avant : ${format(earlier)}`}>
      {trend === 'same' ? 'stable' : `${current > earlier ? '+' : '−'}${said}`}
      <span className="sr-only">, contre {format(earlier)} avant</span>
    </dd>
  );
}

interface FigureRowProps {
  now: Figures | undefined;
  before: Figures | null | undefined;
}

/** Whether the earlier period has anything to compare with. */
const hasAny = (figures: Figures | null | undefined): figures is Figures =>
  Boolean(figures && (figures.sessions > 0 || figures.paid > 0));

/** The figures of the period, each with what it was before and how it is counted. */
export function FigureRow({ now, before }: FigureRowProps) {
  return (
    <dl className="num grid grid-cols-2 gap-x-5 gap-y-3 border-y border-line py-3 sm:grid-cols-3 sm:gap-y-6 sm:py-5 xl:grid-cols-5">
      {FIGURES.map((figure) => {
        const value = now && figure.of(now);
        return (
          <div
            key={figure.label}
            className="row-span-3 grid min-w-0 grid-rows-subgrid content-start gap-y-0.5"
          >
            <dt className="flex items-end text-kicker text-muted">
              <span>{figure.label}</span>
              <Definition label={figure.label}>{figure.definition}</Definition>
            </dt>
            <dd className="display text-title whitespace-nowrap sm:text-figure">
              {value === undefined ? (
                <Skeleton className="h-8 w-20" />
              ) : value === null ? (
                <span className="text-muted">Aucune</span>
              ) : (
                figure.format(value)
              )}
            </dd>
            {now && <Change figure={figure} now={now} before={hasAny(before) ? before : null} />}
          </div>
        );
      })}
    </dl>
  );
}
