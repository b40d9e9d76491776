import { returnedOf } from '#product/insight/rules/figures.ts';
import { capitalised, formatCount, formatRate, plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import type { Platform } from './measures.ts';

const monthNames = new Intl.DateTimeFormat('fr-FR', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Of the viewers of each month of a first session: the part that came so many months later. */
export function Cohorts({ cohorts }: Pick<Platform, 'cohorts'>) {
  const months = [...new Set(cohorts.map(({ month }) => month))].sort();
  const came = new Map(cohorts.map(({ month, after, viewers }) => [`${month} ${after}`, viewers]));
  const { first, returned } = returnedOf(cohorts);
  const indexes = months.map((_, index) => index);
  return (
    <Card padded={false} className="grid grid-cols-[minmax(0,1fr)] content-start">
      <div className="grid gap-1 p-5 sm:p-6">
        <h2 className="text-title text-balance">
          {first === 0
            ? 'Les premiers viewers n’ont pas encore eu le temps de revenir'
            : `Sur ${plural(first, 'nouveau viewer', 'nouveaux viewers')}, ${formatCount(returned)} ${returned === 1 ? 'est revenu' : 'sont revenus'} le mois suivant`}
        </h2>
        <p className="text-kicker text-muted">
          Les douze derniers mois, par mois de première session : la part de ceux qui sont venus tant de mois
          plus tard, chez n’importe quel streamer.
        </p>
      </div>
      {months.length === 0 ? (
        <p className="border-t border-line p-6 text-small text-soft">
          La fidélité se mesure dès la première session tenue.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard too.
        <section aria-label="Cohortes" tabIndex={0} className="relative overflow-x-auto border-t border-line">
          <table className="num w-full min-w-160 text-small">
            <thead className="text-kicker text-muted">
              <tr>
                <th scope="col" className="px-5 py-2 text-start font-medium sm:px-6">
                  Premier mois
                </th>
                <th scope="col" className="px-2 py-2 text-end font-medium">
                  Viewers
                </th>
                {indexes.slice(1).map((after) => (
                  <th key={after} scope="col" className="px-1 py-2 text-center font-medium">
                    {`+${after}`}
                    <span className="sr-only"> mois</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {months.map((month, row) => {
                const all = came.get(`${month} 0`) ?? 0;
                return (
                  <tr key={month} className="border-t border-line">
                    <th
                      scope="row"
                      className="px-5 py-2 text-start font-normal whitespace-nowrap text-soft sm:px-6"
                    >
                      {capitalised(monthNames.format(new Date(`${month}T00:00:00Z`)))}
                    </th>
                    <td className="px-2 text-end font-semibold">{formatCount(all)}</td>
                    {indexes.slice(1).map((after) => {
                      const part = all === 0 ? 0 : (came.get(`${month} ${after}`) ?? 0) / all;
                      // A month that has not come yet is empty, which is not zero.
                      return row + after >= months.length ? (
                        <td key={after} />
                      ) : (
                        <td key={after} className="p-0.5 text-center">
                          <span
                            className="grid h-9 place-items-center rounded-sm text-kicker"
                            style={{
                              background: `color-mix(in oklch, var(--color-settled) ${Math.round(part * 45)}%, transparent)`,
                            }}
                          >
                            {formatRate(part)}
                          </span>
                        </td>
                      );
                    })}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}
