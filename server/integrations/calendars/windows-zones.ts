import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };
import type { ZoneName } from '#domain/time/zone.ts';

/** Unicode CLDR's territory where none is told. */
const ANYWHERE = '001';

/** The IANA zone of each of Windows' names of time zones, which Outlook and Exchange write into calendars. */
export const WINDOWS_ZONES: ReadonlyMap<string, ZoneName> = new Map(
  cldr.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === ANYWHERE)
    .map(({ mapZone }) => [mapZone._other, mapZone._type as ZoneName]),
);
