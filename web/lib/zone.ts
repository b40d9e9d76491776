import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { isZoneName, runtimeZone } from '#product/shared/time/zone.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

let ofDevice: string | null = null;

/** The zone of this device when the page was opened; UTC where it does not say. */
export function deviceZone(): string {
  if (ofDevice === null) {
    const zone = runtimeZone();
    ofDevice = isZoneName(zone) ? zone : 'UTC';
  }
  return ofDevice;
}

/** The zone in which this person chose to read the time, or null: the device's. */
export const zoneQuery = (personId: string | null) =>
  queryOptions({
    queryKey: ['person', 'zone', personId],
    staleTime: 300_000,
    queryFn:
      personId === null
        ? skipToken
        : async ({ signal }): Promise<string | null> => {
            const { supabase } = await loadClient();
            const { data } = await supabase
              .from('person_settings')
              .select('zone')
              .eq('person_id', personId)
              .abortSignal(signal)
              .maybeSingle()
              .throwOnError();
            return data?.zone ?? null;
          },
  });

/** The zone in which times are shown: the person's setting, else the device's. */
export const useZone = (personId: string | null): string =>
  useQuery(zoneQuery(personId)).data ?? deviceZone();
