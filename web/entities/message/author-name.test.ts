import { describe, expect, test } from 'vitest';
import { type Authors, authorName } from '#web/entities/message/message.ts';

const pair: Authors = {
  userId: 'camille',
  seats: 1,
  streamerName: 'Nour Écarlate',
  viewerName: 'Camille D.',
  group: undefined,
};
const viewer = (id: string | null) => ({ side: 'viewer' as const, author_id: id });
const streamer = { side: 'streamer' as const, author_id: 'nour' };

describe('between two', () => {
  test('each message bears the name that the booking gives', () => {
    expect(authorName(streamer, pair)).toBe('Nour Écarlate');
    expect(authorName(viewer('camille'), { ...pair, userId: 'nour' })).toBe('Camille D.');
  });

  test('a person whose account is deleted is named as such, and the team has one name', () => {
    expect(authorName(viewer(null), pair)).toBe('Compte supprimé');
    expect(authorName(streamer, { ...pair, streamerName: null })).toBe('Compte supprimé');
    expect(authorName({ side: 'admin', author_id: 'someone' }, pair)).toBe('L’équipe Loge');
  });
});

describe('in a group', () => {
  const group: Authors = { ...pair, seats: 6, group: [{ personId: 'sami', name: 'Sami D.' }] };

  test('another viewer bears their own name and not that of the reader’s booking', () => {
    expect(authorName(viewer('sami'), group)).toBe('Sami D.');
    expect(authorName(viewer('camille'), group)).toBe('Camille D.');
  });

  test('who gave their place back, or is not known yet, is nobody else', () => {
    expect(authorName(viewer('lea'), group)).toBe('Une personne de la session');
    expect(authorName(viewer('sami'), { ...group, group: undefined })).toBe('Une personne de la session');
    expect(authorName(streamer, { ...group, group: undefined })).toBe('Nour Écarlate');
  });
});
