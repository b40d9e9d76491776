import { expect, test } from 'vitest';
import { countryOfZone } from './country-of-zone.ts';

test.each([
  ['Europe/Paris', 'FR'],
  ['Europe/Brussels', 'BE'],
  ['Europe/Amsterdam', 'NL'],
  ['Europe/Monaco', 'MC'],
  ['Europe/Kyiv', 'UA'],
  ['America/Montreal', 'CA'],
  ['America/New_York', 'US'],
  ['Asia/Kolkata', 'IN'],
  ['Indian/Reunion', 'RE'],
  ['Africa/Dakar', 'SN'],
  ['UTC', null],
  ['Nowhere/Town', null],
])('%s lies in %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
});

test('every zone that a profile may have lies in a country', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter(
    (zone) => zone.includes('/') && !zone.startsWith('Etc/'),
  );
  expect(zones.filter((zone) => !/^[A-Z]{2}$/.test(countryOfZone(zone) ?? ''))).toEqual([]);
});
