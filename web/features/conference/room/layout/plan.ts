import type { Plan } from './arrange.ts';

/** How somebody wants to see the others; kept on their device. */
export const LAYOUTS = ['screen', 'speaker', 'grid'] as const;
export type Layout = (typeof LAYOUTS)[number];

export const LAYOUT_TEXT: Readonly<Record<Layout, { label: string; hint: string }>> = {
  screen: { label: 'Écran d’abord', hint: 'Tout le monde pareil, et en grand l’écran que l’on partage' },
  speaker: { label: 'Qui parle', hint: 'En grand la personne qui parle, ou l’écran partagé' },
  grid: { label: 'Grille', hint: 'Tout le monde pareil, les écrans aussi' },
};

export const SELF = 'self';
export const personKey = (participantId: string): string => `person:${participantId}`;
export const screenKey = (participantId: string): string => `screen:${participantId}`;

interface Shown {
  layout: Layout;
  /** The key of the tile that is kept large. */
  pinned: string | null;
  /** Participants, in their order. */
  people: readonly string[];
  /** Participants who share their screen, the last one first. */
  sharing: readonly string[];
  /** The person who speaks, or spoke last. */
  speaker: string | null;
  /** One's own view is one of the tiles. */
  withSelf: boolean;
}

/** The large tile: the pinned one, then a shared screen, then the speaker. */
export function planOf({ layout, pinned, people, sharing, speaker, withSelf }: Shown): Plan {
  const all = [...sharing.map(screenKey), ...people.map(personKey), ...(withSelf ? [SELF] : [])];
  const main = mainOf();
  return { main, rest: all.filter((key) => key !== main) };

  function mainOf(): string | null {
    if (all.length < 2) return null;
    if (pinned !== null && all.includes(pinned)) return pinned;
    if (layout === 'grid') return null;
    if (sharing[0] !== undefined) return screenKey(sharing[0]);
    if (layout === 'screen') return null;
    const heard = speaker !== null && people.includes(speaker) ? speaker : people[0];
    return heard === undefined ? null : personKey(heard);
  }
}
