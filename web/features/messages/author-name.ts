import type { Message } from './queries.ts';

/** What a conversation knows of the people in it. */
export interface Authors {
  userId: string;
  seats: number;
  streamerName: string | null;
  /** Of the viewer whose booking it is. */
  viewerName: string | null;
  /** Everybody else of a group, once they are known. */
  group: readonly { personId: string; name: string }[] | undefined;
}

/** Who wrote a message, as the reader may know them. */
export function authorName(
  { side, author_id: authorId }: Pick<Message, 'side' | 'author_id'>,
  { userId, seats, streamerName, viewerName, group }: Authors,
): string {
  if (side === 'admin') return 'L’équipe Loge';
  if (authorId === null) return 'Compte supprimé';
  const met = group?.find(({ personId }) => personId === authorId)?.name;
  if (met !== undefined) return met;
  // Who gave back their place in a group is not named any more, nor anybody while the names are on their way.
  if (seats > 1 && side === 'viewer' && authorId !== userId) return 'Une personne de la session';
  return (side === 'streamer' ? streamerName : viewerName) ?? 'Compte supprimé';
}
