import type { YearMoney } from '#product/income/rules/simulate.ts';
import { formatMoney, formatRate } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';

/** The parts of what comes in, in the order in which they are taken, the streamer's own last. */
export const PARTS = [
  { part: 'net', label: 'Vous', fill: 'bg-settled text-on-avatar' },
  { part: 'commission', label: 'Commission', fill: 'bg-soft text-on-avatar' },
  { part: 'vat', label: 'TVA', fill: 'bg-avatar-straw text-on-avatar' },
  { part: 'contributions', label: 'Cotisations', fill: 'bg-avatar-iris text-on-avatar' },
  { part: 'training', label: 'Formation (CFP)', fill: 'bg-avatar-sky text-on-avatar' },
  { part: 'tax', label: 'Impôt', fill: 'bg-avatar-clay text-on-avatar' },
] as const;

/**
 * A month as one bar, or the whole year with `months` 1: how much of each euro is one's own. The
 * table below it says the same in figures.
 */
export function IncomeBar({ income, months = 12 }: { income: YearMoney; months?: number }) {
  const shown = PARTS.filter(({ part }) => income[part] > 0);
  const share = (part: (typeof PARTS)[number]['part']) => income[part] / income.gross;
  if (income.gross === 0)
    return <p className="text-small text-muted">Aucune recette : rien ne reste, rien n’est dû.</p>;
  return (
    <div className="grid gap-3">
      <div className="num flex h-14 gap-0.5 overflow-hidden rounded-md" aria-hidden="true">
        {shown.map(({ part, fill }) => (
          <span
            key={part}
            className={classNames('grid min-w-1 place-items-center overflow-hidden font-semibold', fill)}
            style={{ flexGrow: share(part), flexBasis: 0 }}
          >
            {share(part) >= 0.16 && (
              // On a telephone only a wide part has room for its amount.
              <span className={share(part) < 0.4 ? 'max-sm:hidden' : undefined}>
                {formatMoney(Math.round(income[part] / months))}
              </span>
            )}
          </span>
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-kicker text-soft">
        {shown.map(({ part, label, fill }) => (
          <li key={part} className="num inline-flex items-center gap-2">
            <span aria-hidden="true" className={classNames('size-2.5 rounded-full', fill)} />
            {label} {formatRate(share(part))}
          </li>
        ))}
      </ul>
    </div>
  );
}
