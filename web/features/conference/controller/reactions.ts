import type { Clock } from './ports.ts';
import type { ShownReaction } from './room-state.ts';
import type { Reaction } from './signal.ts';

/** How long a sign is shown. Milliseconds. */
const SHOWN = 5_000;
/** Signs of one person that are shown at a time: a hand on the key is no storm for the others. */
const MOST_OF_ONE = 5;

/** The signs that people give, each for its moment. */
export interface Reactions {
  /** @returns false when this person gave too many just now */
  add(participantId: string, id: string, emoji: Reaction): boolean;
  list(): readonly ShownReaction[];
  clear(): void;
}

export function createReactions(clock: Clock, onChange: () => void): Reactions {
  let shown: readonly ShownReaction[] = [];
  return {
    add(participantId, id, emoji) {
      const own = shown.filter((reaction) => reaction.participantId === participantId);
      if (own.length >= MOST_OF_ONE || own.some((reaction) => reaction.id === id)) return false;
      const reaction = { id, participantId, emoji, at: clock.now() };
      shown = [...shown, reaction];
      onChange();
      clock.after(SHOWN, () => {
        if (!shown.includes(reaction)) return;
        shown = shown.filter((other) => other !== reaction);
        onChange();
      });
      return true;
    },
    list: () => shown,
    clear() {
      shown = [];
    },
  };
}
