import { expect, it } from 'vitest';
import type { HistoryStep } from '#web/entities/booking/queries.ts';
import { describeStep } from '#web/features/sessions/describe-step.ts';

const step = (
  actor: HistoryStep['actor'],
  type: string,
  detail: HistoryStep['detail'] = {},
): HistoryStep => ({
  id: 1,
  at: '2026-03-12T17:30:00Z',
  actor,
  type,
  to_status: 'confirmed',
  detail,
});
const told = (side: 'viewer' | 'streamer', one: HistoryStep) =>
  describeStep(one, side, 'Europe/Paris').replace(/\s/g, ' ');

it('says « vous » to the person who did it, and names them to the other', () => {
  expect(told('viewer', step('viewer', 'hold'))).toBe('Vous avez retenu le créneau');
  expect(told('streamer', step('viewer', 'hold'))).toBe('Le viewer a retenu le créneau');
  expect(told('viewer', step('streamer', 'accept'))).toBe('Le streamer a accepté la demande');
  expect(told('streamer', step('streamer', 'accept'))).toBe('Vous avez accepté la demande');
  expect(told('viewer', step('admin', 'cancel', { refundCents: 4500 }))).toBe(
    'Loge a annulé (45,00 € remboursés)',
  );
});

it.each([
  ['Vous avez appliqué un code (9,00 € de moins)', { codeId: 'a', priceCents: -900 }],
  ['Vous avez appliqué un code (4,50 € de plus)', { codeId: 'b', priceCents: 450 }],
  ['Vous avez retiré le code (9,00 € de plus)', { codeId: null, priceCents: 900 }],
])('tells of a code: %s', (sentence, detail) => {
  expect(told('viewer', step('viewer', 'reprice', detail))).toBe(sentence);
});

it('writes hours as they are written everywhere', () => {
  expect(told('viewer', step('system', 'settle', { deliveredMinutes: 60 }))).toBe(
    'La session a été réglée (1 h ensemble)',
  );
});
