import { useQuery } from '@tanstack/react-query';
import { isZoneName } from '#domain/time/zone.ts';
import { useBookingAddress } from '#web/features/booking/address.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { zoneQuery } from '#web/lib/zone-query.ts';

/** The choice outlives the way to the provider's page, which comes back with the booking alone. */
const KEPT = 'loge.booking-zone';
const kept = (): string | null => {
  const zone = window.sessionStorage.getItem(KEPT);
  return zone !== null && isZoneName(zone) ? zone : null;
};

/** The zone in which times are shown: what the address says, else what was chosen in this tab, else the person's setting, else the device's. */
export function useViewerZone(personId: string | null): { zone: string; choose: (zone: string) => void } {
  const { address, replace } = useBookingAddress();
  const chosen = useQuery(zoneQuery(personId));
  return {
    zone: address.zone ?? kept() ?? chosen.data ?? deviceZone(),
    // The days are other ones there: what was looked at is found again by its start.
    choose: (zone) => {
      window.sessionStorage.setItem(KEPT, zone);
      replace({ zone, day: null, month: null });
    },
  };
}
