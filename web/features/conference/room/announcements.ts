import type { PeerState, ShownReaction, Waiting } from '#web/conference-core/controller/room-state.ts';
import type { Reaction } from '#web/conference-core/controller/signaling.ts';

/** The parts of a room whose changes are announced. */
export interface Announced {
  peers: readonly Pick<PeerState, 'participantId' | 'name' | 'gone' | 'flags' | 'side'>[];
  lobby: readonly Pick<Waiting, 'participantId' | 'name'>[];
}

/** Describes the changes between two moments of a room, in sentences. */
export function announcementsOf(before: Announced, after: Announced): string[] {
  const then = new Map(before.peers.map((peer) => [peer.participantId, peer]));
  const now = new Set(after.peers.map(({ participantId }) => participantId));
  const waited = new Set(before.lobby.map(({ participantId }) => participantId));
  const known = new Set(after.peers.map(({ name }) => name));
  return [
    ...after.lobby
      .filter(({ participantId }) => !waited.has(participantId))
      .map(({ name }) => `${name} attend à la porte.`),
    ...after.peers.flatMap((peer) => changesOf(then.get(peer.participantId), peer)),
    // Somebody who reloaded the page comes back as another participant: they did not leave.
    ...before.peers
      .filter(({ participantId, name }) => !now.has(participantId) && !known.has(name))
      .map(({ name, side }) =>
        side === 'admin' ? 'L’équipe Loge est sortie.' : `${name} a quitté la loge.`,
      ),
  ];
}

function changesOf(
  before: Announced['peers'][number] | undefined,
  { name, side, gone, flags }: Announced['peers'][number],
): string[] {
  if (!before) return [side === 'admin' ? 'L’équipe Loge est dans la loge.' : `${name} est là.`];
  const changes: string[] = [];
  if (gone !== null && before.gone === null) changes.push(`Connexion avec ${name} perdue, reprise…`);
  if (gone === null && before.gone !== null) changes.push(`${name} est de retour.`);
  if (flags?.hand && !before.flags?.hand) changes.push(`${name} lève la main.`);
  if (flags?.screen && !before.flags?.screen) changes.push(`${name} partage son écran.`);
  if (flags && !flags.screen && before.flags?.screen) changes.push(`${name} ne partage plus son écran.`);
  return changes;
}

/** The name of a reaction, and its announcement. */
export const REACTION_TEXT: Readonly<Record<Reaction, { name: string; told: string }>> = {
  clap: { name: 'Applaudir', told: 'applaudit' },
  heart: { name: 'Envoyer un cœur', told: 'envoie un cœur' },
  laugh: { name: 'Rire', told: 'rit' },
  wow: { name: 'S’étonner', told: 'n’en revient pas' },
  up: { name: 'Approuver', told: 'approuve' },
};

/** The reactions that were not announced yet, in one sentence: « Camille applaudit, Théo rit ». */
export function reactionAnnouncement(
  reactions: readonly Pick<ShownReaction, 'id' | 'participantId' | 'emoji'>[],
  told: ReadonlySet<string>,
  nameOf: (participantId: string) => string | null,
): string {
  const sentences = reactions.flatMap(({ id, participantId, emoji }) => {
    const name = told.has(id) ? null : nameOf(participantId);
    return name === null ? [] : [`${name} ${REACTION_TEXT[emoji].told}`];
  });
  return [...new Set(sentences)].join(', ');
}

/** Raised hands in the order in which they were raised. Each keeps its turn until it is lowered. */
export const orderHands = (before: readonly string[], raised: readonly string[]): readonly string[] => {
  const next = [
    ...before.filter((id) => raised.includes(id)),
    ...raised.filter((id) => !before.includes(id)),
  ];
  const same = next.length === before.length && next.every((id, index) => id === before[index]);
  return same ? before : next;
};

/**
 * The text for a participant who is alone in the room.
 * @param names of everybody whom the session is with
 * @param met somebody else was there already
 */
export function aloneText(names: readonly string[], met: boolean): string {
  const [name] = names;
  const who = names.length === 1 && name !== undefined ? name : null;
  if (met)
    return who === null
      ? 'Les autres ne sont plus là. Si quelqu’un revient, la rencontre reprendra aussitôt.'
      : `${who} n’est plus là. À son retour, la rencontre reprendra aussitôt.`;
  return who === null
    ? 'Personne d’autre n’est encore là. La rencontre commencera dès la première arrivée.'
    : `${who} n’est pas encore là. La rencontre commencera dès son arrivée.`;
}
