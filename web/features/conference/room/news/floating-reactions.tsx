import type { ShownReaction } from '../../controller/room-state.ts';
import { ReactionMark } from './reaction-mark.tsx';

interface FloatingReactionsProps {
  reactions: readonly ShownReaction[];
  nameOf: (participantId: string) => string;
}

/** Where a sign rises: spread by its own id, so that the same sign keeps its place. */
const across = (id: string): number =>
  6 + (([...id].reduce((sum, char) => sum + char.charCodeAt(0), 0) * 7) % 34);

/** Signs that float up over the pictures with who gave them; told aloud elsewhere. */
export const FloatingReactions = ({ reactions, nameOf }: FloatingReactionsProps) => (
  <div aria-hidden="true" className="pointer-events-none absolute inset-0 z-6 overflow-clip">
    {reactions.map(({ id, participantId, emoji }) => (
      <div
        key={id}
        className="room-reaction absolute bottom-[16%] grid justify-items-center gap-1.5"
        style={{ left: `${String(across(id))}%` }}
      >
        <ReactionMark emoji={emoji} className="block size-11" />
        <span className="rounded-full bg-veil px-2.5 py-0.5 text-kicker font-medium">
          {nameOf(participantId)}
        </span>
      </div>
    ))}
  </div>
);
