import type { ShownReaction } from '#web/conference-core/controller/room-state.ts';
import { ReactionMark } from './reaction-mark.tsx';

/** Several signs at once rise side by side. */
const LANES = ['50%', '30%', '70%', '40%', '60%'] as const;

interface TileReactionsProps {
  reactions: readonly ShownReaction[];
  small: boolean;
}

/** The signs that somebody gives, over their own picture; told aloud elsewhere. */
export const TileReactions = ({ reactions, small }: TileReactionsProps) => (
  <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-clip">
    {reactions.map(({ id, emoji, at }) => (
      <span
        key={id}
        style={{ left: LANES[at % LANES.length] }}
        className={`room-reaction absolute -translate-x-1/2 ${small ? 'bottom-8' : 'bottom-16'}`}
      >
        <ReactionMark emoji={emoji} className={small ? 'block size-9' : 'block size-16'} />
      </span>
    ))}
  </div>
);

interface FloatingReactionsProps {
  reactions: readonly ShownReaction[];
  nameOf: (participantId: string) => string;
}

/** The signs of those who have no tile at the moment, with who gave them. */
export const FloatingReactions = ({ reactions, nameOf }: FloatingReactionsProps) => (
  <div
    aria-hidden="true"
    className="pointer-events-none absolute bottom-4 left-4 z-6 flex flex-col-reverse items-start gap-2"
  >
    {reactions.map(({ id, participantId, emoji }) => (
      <span
        key={id}
        className="flex animate-rise items-center gap-2 rounded-full bg-veil py-1.5 pr-4 pl-2 text-small font-medium"
      >
        <ReactionMark emoji={emoji} className="block size-7" />
        {nameOf(participantId)}
      </span>
    ))}
  </div>
);
