import type { ReactNode } from 'react';
import {
  COMPARISONS,
  type Comparison,
  type Days,
  isComparison,
  isPeriodName,
  PERIODS,
  type Period,
  type PeriodName,
  periodOf,
  type Step,
} from '#product/insight/rules/period.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { capitalised } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Select } from '#web/ui/select.tsx';

/**
 * The days that a page of statistics shows, and those that they are compared with. Both are part of
 * the address.
 */
export interface AskedPeriod {
  period: Period;
  periodName: PeriodName;
  comparison: Comparison;
}

/**
 * The period and the comparison that the address names; thirty days, compared with those before,
 * where it says nothing.
 * @param zone whose days are counted
 */
export function periodIn(params: URLSearchParams, zone: string): AskedPeriod {
  const period = params.get('period');
  const compared = params.get('compare');
  const periodName = isPeriodName(period) ? period : '30';
  const comparison = isComparison(compared) ? compared : 'before';
  const today = parseLocalDate(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date()));
  return { period: periodOf(periodName, comparison, today), periodName, comparison };
}

const PERIOD_LABELS: Readonly<Record<PeriodName, string>> = { '30': '30 j', '90': '90 j', '365': '1 an' };
const COMPARISON_LABELS: Readonly<Record<Comparison, string>> = {
  before: 'Comparé à la période d’avant',
  year: 'Comparé à l’an dernier',
  none: 'Sans comparaison',
};

/**
 * Which days, compared with which, and what else the page asks. Defaults are left out of the
 * address.
 */
export function PeriodControls({ asked, children }: { asked: AskedPeriod; children?: ReactNode }) {
  const { change } = useAddress();
  return (
    <div className="flex w-full flex-wrap items-center gap-2 md:w-auto">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would give the buttons a frame that they do not have. */}
      <div role="group" aria-label="Période" className="flex gap-1.5">
        {PERIODS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === asked.periodName}
            onClick={() => change({ period: name === '30' ? null : name })}
            className={classNames(
              'tappable rounded-full border px-4 text-small transition-colors',
              name === asked.periodName
                ? 'border-ink bg-ink font-semibold text-ground'
                : 'border-line-strong text-soft hover:bg-wash hover:text-ink',
            )}
          >
            {PERIOD_LABELS[name]}
          </button>
        ))}
      </div>
      <div className="grid flex-[1_1_14rem] grid-cols-1 gap-2 sm:grid-cols-2 sm:only:*:col-span-2 md:flex-none">
        <Select
          aria-label="Comparaison"
          value={asked.comparison}
          options={COMPARISONS.map((value) => ({ value, label: COMPARISON_LABELS[value] }))}
          onChange={({ target }) => change({ compare: target.value === 'before' ? null : target.value })}
        />
        {children}
      </div>
    </div>
  );
}

const named = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', ...options })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(/^1 /, '1er ');

/** The names of a point of a curve, in full and under the axis. */
export const POINT_LABELS: Readonly<Record<Step, (days: Days) => { label: string; short: string }>> = {
  day: ({ first }) => ({
    label: capitalised(named(first, { weekday: 'long', day: 'numeric', month: 'long' })),
    short: named(first, { day: 'numeric', month: 'short' }),
  }),
  week: ({ first, last }) => ({
    label: `Du ${named(first, { day: 'numeric', month: 'long' })} au ${named(last, { day: 'numeric', month: 'long' })}`,
    short: named(first, { day: 'numeric', month: 'short' }),
  }),
  month: ({ first }) => ({
    label: capitalised(named(first, { month: 'long', year: 'numeric' })),
    short: named(first, { month: 'short' }),
  }),
};

export const STEP_NAMES: Readonly<Record<Step, string>> = { day: 'Jour', week: 'Semaine', month: 'Mois' };
