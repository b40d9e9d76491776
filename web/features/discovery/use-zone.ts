import { useQuery } from '@tanstack/react-query';
import { deviceZone } from '#web/lib/zone.ts';
import { zoneQuery } from '#web/lib/zone-query.ts';

/** The zone in which times are shown: the person's setting, else the device's. */
export function useViewerZone(personId: string | null): string {
  return useQuery(zoneQuery(personId)).data ?? deviceZone();
}
