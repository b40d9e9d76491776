import { expect, test } from 'vitest';
import { browserEffects } from '#web/conference-core/media/effects/effects.ts';
import { createLocalMedia } from '#web/conference-core/media/local-media.ts';
import { connectionReport, rateText } from './connection-report.ts';

const nothing = { getItem: () => null, setItem: () => undefined };
const local = createLocalMedia({
  source: undefined,
  permissions: undefined,
  storage: nothing,
  effects: browserEffects,
}).state();

test('the report says the rating, the figures, the devices and the browser', () => {
  const report = connectionReport({
    facts: {
      socket: 12.4,
      media: {
        roundTrip: 310.2,
        jitter: 1.6,
        loss: 0.012,
        sent: 1840,
        received: 990,
        available: 2400,
        frames: 29,
        protocol: 'udp',
      },
      relay: 'none',
    },
    local,
    at: new Date('2026-11-21T11:05:00Z'),
    zone: 'Europe/Paris',
    userAgent: 'Essai/1.0',
  });
  expect(report).toMatch(/12\sh\s05/u);
  expect(report).toMatch(/Verdict\s:\sConnexion\smoyenne/u);
  expect(report).toMatch(/Aller-retour\s:\s310\sms/u);
  expect(report).toMatch(/Réception\s:\s990\skbit\/s/u);
  expect(report).toMatch(/Transport\s:\sUDP/u);
  expect(report).toMatch(/Navigateur\s:\sEssai\/1\.0/u);
});

test('a rate is read in its own unit', () => {
  expect(rateText(999.4)).toBe('999 kbit/s');
  expect(rateText(1840)).toBe('1,8 Mbit/s');
});
