import { COMPARISONS, type Comparison, PERIODS, type PeriodName } from '#domain/statistics/period.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Select } from '#web/ui/select.tsx';
import type { Asked } from './use-period.ts';

const PERIOD_LABELS: Readonly<Record<PeriodName, string>> = { '30': '30 j', '90': '90 j', '365': '1 an' };
const COMPARISON_LABELS: Readonly<Record<Comparison, string>> = {
  before: 'Comparé à la période d’avant',
  year: 'Comparé à l’an dernier',
  none: 'Sans comparaison',
};

interface AskedControlsProps {
  asked: Asked;
  offers: readonly { id: string; title: string }[];
}

/** Which days, compared with which, of which offer. Defaults are left out of the address. */
export function AskedControls({ asked, offers }: AskedControlsProps) {
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
      <div className="grid flex-[1_1_14rem] grid-cols-1 gap-2 sm:grid-cols-2 md:flex-none">
        <Select
          aria-label="Comparaison"
          value={asked.comparison}
          options={COMPARISONS.map((value) => ({ value, label: COMPARISON_LABELS[value] }))}
          onChange={({ target }) => change({ compare: target.value === 'before' ? null : target.value })}
        />
        <Select
          aria-label="Offre"
          value={asked.offerId ?? ''}
          options={[
            { value: '', label: 'Toutes les offres' },
            ...offers.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={({ target }) => change({ offer: target.value || null })}
        />
      </div>
    </div>
  );
}
