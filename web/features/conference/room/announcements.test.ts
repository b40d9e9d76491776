import { describe, expect, test } from 'vitest';
import {
  type Announced,
  aloneText,
  announcementsOf,
  orderHands,
  reactionAnnouncement,
} from './announcements.ts';

const flags = { mic: true, camera: true, screen: false, hand: false };
const camille = { participantId: '1', name: 'Camille', side: 'viewer', gone: null, flags } as const;
const room = (...peers: Announced['peers']): Announced => ({ peers, lobby: [] });

describe('what is announced in a room', () => {
  test('who joins, and who leaves', () => {
    expect(announcementsOf(room(), room(camille))).toEqual(['Camille est là.']);
    expect(announcementsOf(room(camille), room())).toEqual(['Camille a quitté la loge.']);
    expect(announcementsOf(room(), room({ ...camille, side: 'admin' }))).toEqual([
      'L’équipe Loge est dans la loge.',
    ]);
  });

  test('a reload is announced as one person who is back, not as one who left', () => {
    expect(announcementsOf(room(camille), room({ ...camille, participantId: '2' }))).toEqual([
      'Camille est là.',
    ]);
  });

  test('a connection that broke, and that is back', () => {
    const gone = { ...camille, gone: 5 };
    expect(announcementsOf(room(camille), room(gone))).toEqual(['Connexion avec Camille perdue, reprise…']);
    expect(announcementsOf(room(gone), room(camille))).toEqual(['Camille est de retour.']);
  });

  test('a hand and a screen, when they begin', () => {
    const busy = { ...camille, flags: { ...flags, hand: true, screen: true } };
    expect(announcementsOf(room(camille), room(busy))).toEqual([
      'Camille lève la main.',
      'Camille partage son écran.',
    ]);
    expect(announcementsOf(room(busy), room(busy))).toEqual([]);
    expect(announcementsOf(room(busy), room(camille))).toEqual(['Camille ne partage plus son écran.']);
  });

  test('somebody at the door', () => {
    const lobby = [{ participantId: '9', name: 'Théo' }];
    expect(announcementsOf(room(), { peers: [], lobby })).toEqual(['Théo attend à la porte.']);
    expect(announcementsOf({ peers: [], lobby }, { peers: [], lobby })).toEqual([]);
  });

  test('signs once, together, and those of one person once', () => {
    const signs = [
      { id: 'a', participantId: '1', emoji: 'clap' },
      { id: 'b', participantId: '1', emoji: 'clap' },
      { id: 'c', participantId: '2', emoji: 'laugh' },
      { id: 'd', participantId: '3', emoji: 'wow' },
    ] as const;
    const names = (id: string) => ({ 1: 'Camille', 2: 'Théo' })[id] ?? null;
    expect(reactionAnnouncement(signs, new Set(), names)).toBe('Camille applaudit, Théo rit');
    expect(reactionAnnouncement(signs, new Set(['a', 'b', 'c']), names)).toBe('');
  });
});

test('who raised a hand first keeps their turn', () => {
  const first = orderHands([], ['b']);
  expect(orderHands(first, ['a', 'b'])).toEqual(['b', 'a']);
  expect(orderHands(['b', 'a'], ['a', 'c'])).toEqual(['a', 'c']);
  expect(orderHands(first, ['b'])).toBe(first);
});

test('a person who waits for one other is told whom, and what happens next', () => {
  expect(aloneText(['Nour'], false)).toBe(
    'Nour n’est pas encore là. La rencontre commencera dès son arrivée.',
  );
});

test('a person whose partner left is not told that the partner never came', () => {
  expect(aloneText(['Nour'], true)).toContain('Nour n’est plus là.');
  expect(aloneText(['Nour', 'Camille'], true)).toContain('Les autres ne sont plus là.');
});

test('of a group nobody is named', () => {
  expect(aloneText(['Nour', 'Camille'], false)).toContain('Personne d’autre n’est encore là.');
});
