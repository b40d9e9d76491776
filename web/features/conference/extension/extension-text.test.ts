import { describe, expect, test } from 'vitest';
import {
  EXTENSION_ENDS,
  EXTENSION_OBSTACLES,
  type RoomExtension,
} from '#product/booking/extension-contract.ts';
import { buttonText, endText, obstacleText, offerText, openText, shortButtonText } from './extension-text.ts';

/** The text with every kind of space made plain, so that sentences can be read here. */
const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, ' ');
const SIDES = ['viewer', 'streamer'] as const;
const extension = (changes: Partial<RoomExtension> = {}): RoomExtension => ({
  id: '0b7d4bd6-3e5c-4a6e-8a3d-0123456789ab',
  by: 'streamer',
  state: 'offered',
  minutes: 15,
  priceCents: 1_125,
  until: '2026-03-12T18:00:00Z',
  reason: null,
  ...changes,
});

test('the button says how long and how much', () => {
  expect(plain(buttonText(15, 1_125))).toBe('Prolonger de 15 min · 11,25 €');
  expect(plain(buttonText(15, 0))).toBe('Prolonger de 15 min · gratuit');
  expect(plain(shortButtonText(15, 1_125))).toBe('+ 15 min · 11,25 €');
  expect(plain(shortButtonText(15, 0))).toBe('+ 15 min');
});

test('before anything is offered, each side reads what they commit to', () => {
  expect(plain(offerText('viewer', 'Maëlle', 1_125))).toContain('Vous payez ensuite 11,25 €');
  expect(plain(offerText('streamer', 'Léo', 1_125))).toContain('puis payer 11,25 €');
  expect(offerText('viewer', 'Maëlle', 0)).toContain('gratuit');
});

describe('an open extension', () => {
  test('offered by the other names the price', () => {
    expect(plain(openText(extension(), 'viewer', 'Maëlle'))).toBe(
      'Maëlle propose de prolonger la session de 15 min. Cela coûte 11,25 €.',
    );
  });
  test('accepted asks the viewer to pay, and the streamer to wait', () => {
    expect(openText(extension({ state: 'accepted' }), 'viewer', 'Maëlle')).toContain('Payez');
    expect(openText(extension({ state: 'paying' }), 'streamer', 'Léo')).toContain('dès que c’est payé');
  });
});

test('every obstacle and every end has its sentence, for both', () => {
  for (const side of SIDES) {
    for (const obstacle of EXTENSION_OBSTACLES) expect(obstacleText(obstacle, side, 'Léo')).toMatch(/\.$/);
    for (const reason of EXTENSION_ENDS)
      expect(endText(extension({ state: 'failed', reason }), side, 'Léo')).toMatch(/\.$/);
    expect(plain(endText(extension({ state: 'done' }), side, 'Léo') ?? '')).toBe(
      'La session dure 15 min de plus.',
    );
    expect(endText(extension(), side, 'Léo')).toBeNull();
  }
});

test('names whose calendar is in the way, one’s own or the other’s', () => {
  expect(obstacleText('streamer_busy', 'streamer', 'Léo')).toContain('Votre prochaine session');
  expect(obstacleText('streamer_busy', 'viewer', 'Maëlle')).toContain('Maëlle a un autre rendez-vous');
});
