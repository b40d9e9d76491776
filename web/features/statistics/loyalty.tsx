import { useState } from 'react';
import { centsPerOpenHour, filledPart, ratio, returnedOf } from '#product/insight/rules/figures.ts';
import { categoryName } from '#web/entities/catalogue/catalogue.ts';
import { formatCount, formatMoney, formatRate, plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import type { ChartState } from '#web/ui/charts/chart-frame.tsx';
import { CurveChart } from '#web/ui/charts/curve-chart.tsx';
import { Fold } from '#web/ui/fold.tsx';
import type { Statistics } from './queries.ts';

const monthOf = (date: string, month: 'long' | 'short') =>
  new Intl.DateTimeFormat('fr-FR', {
    timeZone: 'UTC',
    month,
    ...(month === 'long' && { year: 'numeric' }),
  }).format(new Date(`${date}T00:00:00Z`));

/**
 * Of the viewers who first came in a month: how many came, and how many of them came again in the
 * month after.
 */
export function Loyalty({
  statistics,
  state,
}: {
  statistics: Statistics | undefined;
  state: ChartState | undefined;
}) {
  const cohorts = statistics?.loyalty.cohorts ?? [];
  const months = [...new Set(cohorts.map(({ month }) => month))].sort();
  const came = (month: string, after: (number: number) => boolean) =>
    Math.max(
      0,
      ...cohorts.filter((each) => each.month === month && after(each.after)).map(({ viewers }) => viewers),
    );
  const { first, returned } = returnedOf(cohorts);
  const latest = months.at(-1);
  const { daysToSecond = null, viewers = 0, absent = 0 } = statistics?.loyalty ?? {};
  return (
    <CurveChart
      level={2}
      folds
      title={
        first === 0
          ? 'Vos premiers viewers n’ont pas encore eu le temps de revenir'
          : returned === 0
            ? 'Aucun nouveau viewer n’est revenu le mois suivant'
            : `Sur ${plural(first, 'nouveau viewer', 'nouveaux viewers')}, ${formatCount(returned)} ${returned === 1 ? 'est revenu' : 'sont revenus'} le mois suivant`
      }
      note="Les six derniers mois, par mois de première session"
      state={
        state ??
        (statistics && months.length === 0
          ? { kind: 'empty', text: 'La fidélité se mesure dès votre première session tenue.' }
          : undefined)
      }
      series={[
        { key: 'first', label: 'Première session', tone: 'rest' },
        { key: 'again', label: 'Revenus le mois suivant', tone: 'settled' },
      ]}
      points={months.map((month) => ({
        key: month,
        label: monthOf(month, 'long'),
        short: monthOf(month, 'short'),
        values: {
          first: came(month, (after) => after === 0),
          // The latest month has no month after it yet.
          again: month === latest ? null : came(month, (after) => after === 1),
        },
      }))}
      pointsName="Mois"
      format={formatCount}
      whole
      action={
        <dl className="num grid gap-2 border-t border-line pt-4 text-small">
          <div className="flex justify-between gap-4">
            <dt className="text-soft">Délai médian avant la deuxième session</dt>
            <dd className="font-semibold whitespace-nowrap">
              {daysToSecond === null ? 'Inconnu' : plural(Math.round(daysToSecond), 'jour', 'jours')}
            </dd>
          </div>
          <div className="flex justify-between gap-4">
            <dt className="text-soft">Pas revenus depuis 60 jours</dt>
            <dd className="font-semibold whitespace-nowrap">
              {formatCount(absent)} sur {formatCount(viewers)}
            </dd>
          </div>
        </dl>
      }
    />
  );
}

/**
 * The streamer beside the median of the others of their category; nothing is said of fewer than
 * five.
 */
export function CategoryComparison({ statistics }: { statistics: Statistics }) {
  const { category, now } = statistics;
  const [open, setOpen] = useState(false);
  const rows = category && [
    {
      label: 'Sessions tenues',
      own: formatCount(now.sessions),
      median: formatCount(category.sessions),
      ahead: Math.sign(now.sessions - category.sessions),
    },
    ...compared(
      'Net par heure ouverte',
      centsPerOpenHour(now.netCents, now.openMinutes),
      category.netCentsPerHour,
      (cents) => formatMoney(Math.round(cents)),
    ),
    ...compared(
      'Heures remplies',
      filledPart(now.bookedMinutes, now.openMinutes),
      category.filled,
      formatRate,
    ),
    ...compared('Note moyenne', ratio(now.ratingSum, now.ratings), category.rating, (rating) =>
      formatCount(Math.round(rating * 100) / 100),
    ),
  ];
  return (
    <Card className="grid content-start gap-4">
      <div className="grid gap-1">
        <h2 className="text-title text-balance">{rows ? titleOf(rows) : 'Votre catégorie'}</h2>
        <p className="text-kicker text-muted">
          {category
            ? `Médiane de ${formatCount(category.streamers)} streamers, ${categoryName(category.category)}, toutes leurs offres`
            : 'Une comparaison demande au moins cinq autres streamers : ils ne sont pas encore assez nombreux dans cette période.'}
        </p>
      </div>
      {rows && (
        <Fold of="face à votre catégorie" open={open} onToggle={setOpen}>
          <table className="num w-full text-small">
            <thead>
              <tr className="text-kicker text-muted">
                <th scope="col" className="py-1 text-start font-medium">
                  <span className="sr-only">Chiffre</span>
                </th>
                <th scope="col" className="py-1 text-end font-medium">
                  Vous
                </th>
                <th scope="col" className="py-1 pl-4 text-end font-medium">
                  Médiane
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, own, median }) => (
                <tr key={label} className="border-t border-line">
                  <th scope="row" className="py-2.5 text-start font-normal text-soft">
                    {label}
                  </th>
                  <td className="text-end font-semibold">{own}</td>
                  <td className="pl-4 text-end text-soft">{median}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Fold>
      )}
    </Card>
  );
}

function compared(
  label: string,
  own: number | null,
  median: number | null,
  format: (value: number) => string,
) {
  if (own === null || median === null) return [];
  return [{ label, own: format(own), median: format(median), ahead: Math.sign(own - median) }];
}

/**
 * Said only of all figures at once: half of the others are before, or behind, in every one of them.
 */
function titleOf(rows: readonly { ahead: number }[]): string {
  const [ahead, behind] = [1, -1].map((side) => rows.filter((row) => row.ahead === side).length);
  if (ahead === rows.length) return 'Vous devancez la moitié de votre catégorie';
  if (behind === rows.length) return 'La moitié de votre catégorie vous devance';
  if (ahead)
    return `Vous devancez la moitié de votre catégorie sur ${formatCount(ahead)} des ${formatCount(rows.length)} chiffres`;
  return 'Vous et votre catégorie';
}
