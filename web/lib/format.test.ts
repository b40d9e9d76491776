import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  capitalised,
  formatCount,
  formatCountdown,
  formatDateTime,
  formatDay,
  formatDuration,
  formatHours,
  formatMoney,
  formatPlacePrice,
  formatPrice,
  formatRate,
  formatShortDateTime,
  formatTime,
  formatZones,
  inCity,
  ofCity,
  plural,
  typeset,
  zoneCity,
} from '#web/lib/format.ts';

/** Makes the no-break spaces visible: `_` for U+00A0, `~` for the narrow U+202F. */
const seen = (text: string) => text.replaceAll('\u00a0', '_').replaceAll('\u202f', '~');
const thursday = '2026-03-12T17:30:00Z';

describe('money', () => {
  it.each([
    [4500, '45,00_€'],
    [123450, '1~234,50_€'],
    [0, '0,00_€'],
    [5, '0,05_€'],
    [-2250, '\u221222,50_€'],
  ])('%i cents are written %s', (cents, text) => {
    expect(seen(formatMoney(cents))).toBe(text);
  });

  it('drops the cents of a round price, and only those', () => {
    expect(seen(formatPrice(2500))).toBe('25_€');
    expect(seen(formatPrice(2550))).toBe('25,50_€');
  });
});

it('a place that costs nothing is free, in words', () => {
  expect(formatPlacePrice(0)).toBe('Gratuit');
  expect(seen(formatPlacePrice(4500))).toBe('45,00_€');
});

describe('counts', () => {
  it('groups thousands and writes rates with a comma', () => {
    expect(seen(formatCount(18240))).toBe('18~240');
    expect(seen(formatRate(0.021))).toBe('2,1_%');
    expect(seen(formatRate(0.15))).toBe('15_%');
  });

  it('takes the plural from two on, as French does', () => {
    expect(seen(plural(0, 'créneau', 'créneaux'))).toBe('0_créneau');
    expect(seen(plural(1, 'créneau', 'créneaux'))).toBe('1_créneau');
    expect(seen(plural(7, 'créneau', 'créneaux'))).toBe('7_créneaux');
  });
});

describe('durations', () => {
  it.each([
    [45, '45_min'],
    [60, '1_h'],
    [90, '1_h_30'],
    [125, '2_h_05'],
  ])('%i minutes are written %s', (minutes, text) => {
    expect(seen(formatDuration(minutes))).toBe(text);
  });

  it.each([
    [8_040_000, '2_h_14_min'],
    [582_000, '9_min_42_s'],
    [7_200_000, '2_h'],
    [273_600_000, '3_j_4_h'],
    [8_000, '8_s'],
    [-1, '0_s'],
  ])('%i milliseconds remain as %s', (remaining, text) => {
    expect(seen(formatCountdown(remaining))).toBe(text);
  });
});

describe('days and hours', () => {
  it('writes a day and an hour in the zone it is given', () => {
    expect(seen(formatDateTime(thursday, 'Europe/Paris'))).toBe('jeudi 12_mars à_18_h_30');
    expect(seen(formatDateTime(thursday, 'Asia/Tokyo'))).toBe('vendredi 13_mars à_2_h_30');
  });

  it('takes a text, a Date and an instant alike', () => {
    const epochMilliseconds = Date.parse(thursday);
    expect(formatTime({ epochMilliseconds }, 'Europe/Paris')).toBe(formatTime(thursday, 'Europe/Paris'));
    expect(formatTime(new Date(thursday), 'Europe/Paris')).toBe(formatTime(thursday, 'Europe/Paris'));
  });

  it('writes whole hours without minutes and midnight as 0 h', () => {
    expect(seen(formatTime('2026-03-12T13:00:00Z', 'Europe/Paris'))).toBe('14_h');
    expect(seen(formatTime('2026-03-11T23:05:00Z', 'Europe/Paris'))).toBe('0_h_05');
  });

  it('follows the clocks when they change', () => {
    expect(seen(formatTime('2026-03-29T00:30:00Z', 'Europe/Paris'))).toBe('1_h_30');
    expect(seen(formatTime('2026-03-29T01:00:00Z', 'Europe/Paris'))).toBe('3_h');
  });

  it('says 1er, and the year and the month as asked', () => {
    expect(seen(formatDay('2026-03-01T12:00:00Z', 'Europe/Paris'))).toBe('dimanche 1er_mars');
    expect(seen(formatDay(thursday, 'Europe/Paris', { weekday: false, year: true }))).toBe('12_mars_2026');
    expect(seen(formatDay('2026-01-12T12:00:00Z', 'Europe/Paris', { month: 'short' }))).toBe(
      'lundi 12_janv.',
    );
    expect(capitalised(formatDay(thursday, 'Europe/Paris'))).toMatch(/^Jeudi/);
  });
});

describe('two zones', () => {
  it('names the city in French', () => {
    expect(zoneCity('Europe/London')).toBe('Londres');
    expect(zoneCity('America/New_York')).toBe('New York');
  });

  it('shows the hour there, and the day when it is another', () => {
    expect(seen(formatZones(thursday, 'Europe/Paris', 'America/Montreal'))).toBe(
      'Heure de Paris · 13_h_30 à Montréal',
    );
    expect(seen(formatZones(thursday, 'Europe/Paris', 'Asia/Tokyo'))).toBe(
      'Heure de Paris · vendredi 13_mars à_2_h_30 à Tokyo',
    );
  });

  it('puts the city into a sentence', () => {
    expect(['Africa/Cairo', 'Atlantic/Canary', 'Africa/Algiers', 'Europe/Paris'].map(ofCity)).toEqual([
      'du Caire',
      'des Canaries',
      'd’Alger',
      'de Paris',
    ]);
    expect(['Asia/Tokyo', 'Atlantic/Canary'].map(inCity)).toEqual(['à Tokyo', 'aux Canaries']);
  });

  it('says « au Caire »', () => {
    expect(seen(formatZones(thursday, 'Europe/Paris', 'Africa/Cairo'))).toBe(
      'Heure de Paris · 19_h_30 au Caire',
    );
  });

  it('says nothing more when there is one clock', () => {
    expect(formatZones(thursday, 'Europe/Paris', null)).toBe('Heure de Paris');
    expect(formatZones(thursday, 'Europe/Paris', 'Europe/Brussels')).toBe('Heure de Paris');
  });
});

it('sets the spaces of French typography and leaves addresses and hours alone', () => {
  expect(seen(typeset('Prêt ? « Oui » : 12:30, https://x.fr'))).toBe('Prêt~? «~Oui~»~: 12:30, https://x.fr');
});

it('when something begins and ends', () => {
  expect(seen(formatHours('2026-03-12T17:30:00Z', 60, 'Europe/Paris'))).toBe('18_h_30 – 19_h_30');
  expect(seen(formatHours('2026-10-25T00:30:00Z', 30, 'Europe/Paris'))).toBe('2_h_30 – 2_h (heure d’hiver)');
});

it('a short date keeps its month whole beside its weekday', () => {
  expect(seen(formatShortDateTime('2026-11-25T17:30:00Z', 'Europe/Paris'))).toBe(
    'mercredi 25_novembre, 18_h_30',
  );
});

it('days and hours are those of Intl in every zone, at any time since 1970', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const partsOf = (zone: string, month: 'long' | 'short', at: number) => {
    const format = new Intl.DateTimeFormat('fr-FR', {
      weekday: 'long',
      day: 'numeric',
      month,
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: zone,
    });
    const found = format.formatToParts(at);
    return (type: Intl.DateTimeFormatPartTypes) => found.find((part) => part.type === type)?.value ?? '';
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom('long' as const, 'short' as const),
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      (zone, month, at) => {
        const part = partsOf(zone, month, at);
        const day = part('day') === '1' ? '1er' : part('day');
        expect(formatDay(new Date(at), zone, { month, year: true })).toBe(
          `${part('weekday')} ${day}\u00a0${part('month')}\u00a0${part('year')}`,
        );
        const minute = part('minute').padStart(2, '0');
        expect(formatTime(new Date(at), zone)).toBe(
          `${String(Number(part('hour')))}\u00a0h${minute === '00' ? '' : `\u00a0${minute}`}`,
        );
      },
    ),
    { numRuns: 300 },
  );
});
