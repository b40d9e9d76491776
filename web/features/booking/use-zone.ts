import { useQuery } from '@tanstack/react-query';
import { useBookingAddress } from '#web/features/booking/address.ts';
import { zoneQuery } from '#web/features/booking/queries.ts';
import { deviceZone } from '#web/lib/zone.ts';

/** The zone in which times are shown: what the address says, else what the person chose, else the device's. */
export function useViewerZone(personId: string | null): { zone: string; choose: (zone: string) => void } {
  const { address, replace } = useBookingAddress();
  const chosen = useQuery(zoneQuery(personId));
  return {
    zone: address.zone ?? chosen.data ?? deviceZone(),
    // The days are other ones there: what was looked at is found again by its start.
    choose: (zone) => replace({ zone, day: null, month: null }),
  };
}
