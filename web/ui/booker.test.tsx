import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { POLICIES } from '#product/booking/rules/policies.ts';
import { explainPolicy } from '#product/booking/rules/refund.ts';
import { cents } from '#product/shared/money/cents.ts';
import { type Instant, parseInstant } from '#product/shared/time/instant.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { viewFromDay, viewOfMonth } from '#web/ui/calendar-view.ts';
import { litPart, MonthGrid } from '#web/ui/month-grid.tsx';
import { PolicyLines } from '#web/ui/policy-lines.tsx';
import { groupByPart, otherTime, slotTime } from '#web/ui/slot-groups.ts';
import { SlotList } from '#web/ui/slot-list.tsx';
import { searchZones, zoneOptions } from '#web/ui/zone-list.ts';
import { momentPassed } from './countdown.tsx';

/** Spaces of every width are one here, so that the sentences can be read. */
const html = (element: ReactElement) => renderToStaticMarkup(element).replace(/[\u00a0\u202f]/g, ' ');
const nothing = () => undefined;
const day = parseLocalDate;
const at = parseInstant;

describe('the month', () => {
  const render = (extra = {}) =>
    html(
      <MonthGrid
        view={viewOfMonth('2026-03', day('2026-03-04'))}
        onMonth={nothing}
        selected={day('2026-03-12')}
        onSelect={nothing}
        free={
          new Map([
            [day('2026-03-12'), 3],
            [day('2026-03-13'), 1],
          ])
        }
        freeDaysAfter={undefined}
        today={day('2026-03-04')}
        last={day('2026-04-30')}
        {...extra}
      />,
    );
  const cell = (markup: string, date: string) =>
    new RegExp(`<button[^>]*data-date="${date}"[^>]*>`).exec(markup)?.[0];

  it('reads each day with how many starts it has', () => {
    const markup = render();
    expect(cell(markup, '2026-03-12')).toContain('aria-label="jeudi 12 mars, 3 créneaux"');
    expect(cell(markup, '2026-03-13')).toContain('aria-label="vendredi 13 mars, 1 créneau"');
    expect(cell(markup, '2026-03-14')).toContain('aria-label="samedi 14 mars, aucun créneau"');
    expect(cell(markup, '2026-03-14')).toContain('aria-disabled="true"');
  });

  it('has one tab stop: the chosen day, else the first that is free', () => {
    expect(render().match(/tabindex="0"/g)).toHaveLength(1);
    expect(cell(render(), '2026-03-12')).toContain('tabindex="0"');
    expect(cell(render({ selected: null }), '2026-03-12')).toContain('tabindex="0"');
    expect(cell(render({ selected: null, free: new Map() }), '2026-03-04')).toContain('tabindex="0"');
  });

  it('says which day it is and which is chosen', () => {
    expect(cell(render(), '2026-03-04')).toContain('aria-current="date"');
    expect(render().match(/aria-selected="true"/g)).toHaveLength(1);
  });

  it('offers no month before this one nor after the last', () => {
    expect(/<button[^>]*aria-label="Mois précédent[^>]*aria-disabled="true"/.test(render())).toBe(true);
    expect(/<button[^>]*aria-label="Mois suivant[^>]*aria-disabled/.test(render())).toBe(false);
    expect(
      /<button[^>]*aria-label="Mois suivant[^>]*aria-disabled="true"/.test(
        render({ last: day('2026-03-20') }),
      ),
    ).toBe(true);
  });

  it('promises nothing while it loads, and says what to do when it is empty', () => {
    expect(render({ loading: true })).toContain('aria-label="jeudi 12 mars"');
    expect(render({ loading: true })).toContain('aria-busy="true"');
    expect(render({ free: new Map(), empty: 'Aucun créneau en mars.' })).toContain('Aucun créneau en mars.');
  });

  it('has the days of the next month in the same grid, and names where it begins', () => {
    const view = viewFromDay(day('2026-03-28'));
    const free = new Map([
      [day('2026-03-28'), 2],
      [day('2026-04-01'), 4],
    ]);
    const markup = render({ view, free, selected: null, today: day('2026-03-27') });
    expect(markup).toContain('Mars et avril 2026');
    expect(cell(markup, '2026-04-01')).toContain('aria-label="mercredi 1er avril, 4 créneaux"');
    expect(cell(markup, '2026-04-01')).not.toContain('aria-disabled');
    expect(markup).toContain('data-month="avr.">1<sup');
    // A line stands where the months meet: left of the first, and above the first week.
    expect(/<td[^>]*data-border="top left"[^>]*>(?:(?!<\/td>).)*data-date="2026-04-01"/.test(markup)).toBe(
      true,
    );
    expect(/<td[^>]*data-border="top"[^>]*>(?:(?!<\/td>).)*data-date="2026-04-06"/.test(markup)).toBe(true);
    expect(/<td[^>]*data-border="[^"]*"[^>]*>(?:(?!<\/td>).)*data-date="2026-04-08"/.test(markup)).toBe(
      false,
    );
  });

  it.each([
    [23, 'Avril : 23 jours libres'],
    [1, 'Avril : 1 jour libre'],
    [0, 'Avril : aucun jour libre'],
    [undefined, 'Avril'],
  ])('leads on to the month that follows, of which %s days are free', (freeDaysAfter, text) => {
    expect(render({ freeDaysAfter })).toContain(`>${text}<svg`);
    expect(render({ freeDaysAfter, last: day('2026-03-31') })).not.toContain('Avril');
  });

  it('shows how full a day is: its bar is lit for the part of its starts that is free', () => {
    expect([litPart(0, 8), litPart(2, 8), litPart(8, 8), litPart(40, 40)]).toEqual([0, 0.25, 1, 1]);
    expect(litPart(1, 40)).toBeGreaterThan(1 / 40);
    const total = new Map([
      [day('2026-03-12'), 12],
      [day('2026-03-13'), 1],
      [day('2026-03-14'), 5],
    ]);
    const markup = render({ total });
    expect(markup).toContain('aria-label="jeudi 12 mars, 3 créneaux sur 12"');
    expect(cell(markup, '2026-03-12')).toContain('--lit:0.25');
    expect(cell(markup, '2026-03-13')).toContain('aria-label="vendredi 13 mars, 1 créneau"');
    expect(cell(markup, '2026-03-13')).toContain('--lit:1');
    // A full day can be opened, to join the waiting list for its starts.
    expect(cell(markup, '2026-03-14')).toContain('aria-label="samedi 14 mars, complet"');
    expect(cell(markup, '2026-03-14')).not.toContain('aria-disabled');
  });
});

describe('the starts of a day', () => {
  const slots = ['08:00', '11:00', '16:30', '17:30'].map((time) => ({ start: at(`2026-03-12T${time}:00Z`) }));
  const first = { start: at('2026-03-12T17:30:00Z') };

  it('stand by the part of the day in the zone shown', () => {
    const parts = groupByPart(slots, 'Europe/Paris').map(({ part, slots: { length } }) => [part, length]);
    expect(parts).toEqual([
      ['Matin', 1],
      ['Après-midi', 2],
      ['Soir', 1],
    ]);
    expect(groupByPart(slots, 'America/Montreal').map(({ part }) => part)).toEqual(['Matin', 'Après-midi']);
  });

  it('show the other clock when it differs, with the weekday when that does', () => {
    const seen = (zone: string | null) => otherTime(first, 'Europe/Paris', zone)?.replaceAll('\u00a0', ' ');
    expect(seen('America/Montreal')).toBe('13 h 30');
    expect(seen('Asia/Tokyo')).toBe('ven. 2 h 30');
    expect(otherTime(first, 'Europe/Paris', 'Europe/Brussels')).toBeNull();
    expect(otherTime(first, 'Europe/Paris', null)).toBeNull();
  });

  it('tell apart the two passes of an hour that autumn repeats', () => {
    const twice = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((iso) => ({ start: at(iso) }));
    const texts = twice.map((slot) => slotTime(slot, 'Europe/Paris', twice).replaceAll('\u00a0', ' '));
    expect(texts).toEqual(['2 h 30 (UTC+2)', '2 h 30 (UTC+1)']);
  });

  it('are one choice; what is taken cannot be chosen', () => {
    const markup = html(
      <SlotList
        label="Créneaux du jeudi 12 mars"
        slots={[{ ...first, taken: true }, ...slots.slice(0, 1)]}
        zone="Europe/Paris"
        selected={slots[0]!.start}
        onSelect={nothing}
      />,
    );
    expect(markup).toContain('role="radiogroup"');
    expect(markup.match(/type="radio"/g)).toHaveLength(1);
    expect(markup.match(/checked=""/g)).toHaveLength(1);
    expect(markup).toContain('<s class="text-[1.0625rem] leading-tight">18 h 30</s>');
    expect(markup).toContain(', pris');
  });

  it('tells the places that are left of all there are', () => {
    const start = at('2026-03-12T17:30:00Z');
    const markup = html(
      <SlotList
        label="Créneaux"
        slots={[{ start, places: { left: 1, total: 10 } }]}
        zone="Europe/Paris"
        selected={null}
        onSelect={nothing}
      />,
    );
    expect(markup).toContain('1 place sur 10');
  });
});

describe('the policy', () => {
  const start = at('2026-03-12T17:30:00Z');
  const lines = (now: Instant, marked = true, side: 'viewer' | 'streamer' = 'viewer') =>
    html(
      <PolicyLines
        tiers={explainPolicy(POLICIES.standard, cents(4500), start, now)}
        zone="Europe/Paris"
        marked={marked}
        side={side}
      />,
    ).replace(/<[^>]+>/g, '');

  it('is said in euros and to the hour', () => {
    const text = lines(at('2026-03-01T00:00:00Z'), false);
    expect(text).toContain('Jusqu’au mercredi 11 mars à 18 h 30 : 45,00 € remboursés');
    expect(text).toContain('Jusqu’au jeudi 12 mars à 16 h 30 : 22,50 € remboursés (50 %)');
    expect(text).toContain('Ensuite, ou si vous ne venez pas : rien n’est remboursé');
    expect(text).not.toContain('en ce moment');
  });

  it('does not list a deadline that has passed, before the booking or after it', () => {
    for (const marked of [true, false]) {
      const late = lines(at('2026-03-12T09:00:00Z'), marked);
      expect(late).not.toContain('mercredi 11 mars');
      expect(late).toContain('Jusqu’au jeudi 12 mars à 16 h 30 : 22,50 € remboursés (50 %)');
      const last = lines(at('2026-03-12T17:00:00Z'), marked);
      expect(last).not.toContain('16 h 30');
      expect(last).toContain('Désormais : rien n’est remboursé');
    }
  });

  it('does not tell a streamer what only a viewer would lose', () => {
    const text = lines(at('2026-03-01T00:00:00Z'), true, 'streamer');
    expect(text).toContain('Ensuite, ou si le viewer ne vient pas : rien n’est remboursé');
    expect(text).not.toContain('vous ne venez pas');
  });

  it('marks the tier in force, with no green check where nothing comes back', () => {
    const tiers = (now: Instant) =>
      html(
        <PolicyLines
          tiers={explainPolicy(POLICIES.standard, cents(4500), start, now)}
          zone="Europe/Paris"
          marked
        />,
      );
    expect(tiers(at('2026-03-12T09:00:00Z'))).toContain('text-settled');
    expect(tiers(at('2026-03-12T17:00:00Z'))).not.toContain('text-settled');
    expect(lines(at('2026-03-12T09:00:00Z'))).toContain('22,50 € remboursés (50 %) · en ce moment');
  });
});

describe('a countdown', () => {
  it('speaks when it starts and at a few moments, not each second', () => {
    expect(momentPassed(Number.POSITIVE_INFINITY, 582_000)).toBe(600);
    expect(momentPassed(302_000, 301_000)).toBeNull();
    expect(momentPassed(301_000, 300_000)).toBe(300);
    expect(momentPassed(300_000, 299_000)).toBeNull();
  });

  it('announces only the last moment when the tab was asleep for several, and the end', () => {
    expect(momentPassed(400_000, 25_000)).toBe(30);
    expect(momentPassed(400_000, 0)).toBe(0);
  });
});

describe('zones', () => {
  const { common, others } = zoneOptions(at('2026-03-12T17:30:00Z'), 'Europe/Paris');
  const all = [...common, ...others];
  const found = (search: string) => searchZones(all, search).map(({ zone }) => zone);

  it('begin with the common ones, then follow a French index', () => {
    expect(common[0]).toMatchObject({ zone: 'Europe/Paris', city: 'Paris', offset: 'UTC+1' });
    expect(common[0]?.time.replaceAll('\u00a0', ' ')).toBe('18 h 30');
    const cities = others.map(({ city }) => city);
    expect(cities).toEqual([...cities].sort(new Intl.Collator('fr').compare));
    expect(new Set(all.map(({ zone }) => zone)).size).toBe(all.length);
  });

  it('show offsets that are not whole hours', () => {
    const offset = (zone: string) =>
      zoneOptions(at('2026-03-12T17:30:00Z'), zone).others.find((o) => o.zone === zone)?.offset;
    expect(offset('Asia/Kathmandu')).toBe('UTC+5:45');
    expect(offset('Pacific/Marquesas')).toBe('UTC\u22129:30');
    expect(offset('Atlantic/Reykjavik')).toBe('UTC+0');
  });

  it('are found by city, country or IANA name, without accents too', () => {
    expect(found('montreal')[0]).toBe('America/Montreal');
    expect(found('japon')).toEqual(['Asia/Tokyo']);
    expect(found('new york')).toContain('America/New_York');
    expect(found('zzz')).toEqual([]);
  });
});
