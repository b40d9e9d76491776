import { isZoneName } from '#domain/time/zone.ts';

/** The zone of this device; UTC where it does not say. */
export function deviceZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isZoneName(zone) ? zone : 'UTC';
}
