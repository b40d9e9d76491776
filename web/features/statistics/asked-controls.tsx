import { PeriodControls } from '#web/entities/period/period.tsx';
import { useAddress } from '#web/lib/use-address.ts';
import { Select } from '#web/ui/select.tsx';
import type { Asked } from './use-period.ts';

interface AskedControlsProps {
  asked: Asked;
  offers: readonly { id: string; title: string }[];
}

/** Which days, compared with which, of which offer. Defaults are left out of the address. */
export function AskedControls({ asked, offers }: AskedControlsProps) {
  const { change } = useAddress();
  return (
    <PeriodControls asked={asked}>
      <Select
        aria-label="Offre"
        value={asked.offerId ?? ''}
        options={[
          { value: '', label: 'Toutes les offres' },
          ...offers.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={({ target }) => change({ offer: target.value || null })}
      />
    </PeriodControls>
  );
}
