import { Hand, Heart, SmilePlus, ThumbsUp } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import type { ShownReaction } from '#web/conference-core/controller/room-state.ts';
import { REACTIONS, type Reaction } from '#web/conference-core/controller/signaling.ts';
import { REACTION_TEXT } from './announcements.ts';
import { useRoom } from './room-context.tsx';

/** A reaction, drawn by us: the same on every system, and in our colours. */
function ReactionMark({ emoji, className }: { emoji: Reaction; className: string }) {
  switch (emoji) {
    case 'heart':
      return <Heart aria-hidden="true" strokeWidth={1.5} className={`${className} fill-live text-live`} />;
    case 'up':
      return (
        <ThumbsUp
          aria-hidden="true"
          strokeWidth={1.5}
          className={`${className} fill-avatar-straw text-on-avatar`}
        />
      );
    case 'clap':
      return (
        <span aria-hidden="true" className={`${className} relative`}>
          <Hand
            strokeWidth={1.5}
            className="absolute inset-0 size-full -translate-x-[16%] rotate-20 fill-avatar-clay text-on-avatar"
          />
          <Hand
            strokeWidth={1.5}
            className="absolute inset-0 size-full translate-x-[16%] -rotate-12 -scale-x-100 fill-avatar-straw text-on-avatar"
          />
        </span>
      );
    case 'laugh':
    case 'wow':
      return <Face emoji={emoji} className={className} />;
  }
}

const Face = ({ emoji, className }: { emoji: 'laugh' | 'wow'; className: string }) => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className={className}>
    <circle cx="12" cy="12" r="10.5" className="fill-avatar-straw" />
    {emoji === 'laugh' ? (
      <>
        <path
          d="M5.6 9.8q1.7-2.6 3.8 0M14.6 9.8q1.7-2.6 3.8 0"
          fill="none"
          strokeWidth="1.5"
          strokeLinecap="round"
          className="stroke-on-avatar"
        />
        <path d="M6 13h12q-.8 6-6 6t-6-6z" className="fill-on-avatar" />
        <path d="M8.6 17.4q3.4-2.4 6.8 0-1.4 1.6-3.4 1.6t-3.4-1.6z" className="fill-live" />
      </>
    ) : (
      <>
        <circle cx="8" cy="9.6" r="1.5" className="fill-on-avatar" />
        <circle cx="16" cy="9.6" r="1.5" className="fill-on-avatar" />
        <ellipse cx="12" cy="16" rx="2.6" ry="3.3" className="fill-on-avatar" />
      </>
    )}
  </svg>
);

/** Several reactions at once rise side by side. */
const LANES = ['50%', '30%', '70%', '40%', '60%'] as const;

interface TileReactionsProps {
  reactions: readonly ShownReaction[];
  small: boolean;
}

/** The reactions of somebody, over their own picture; they are announced elsewhere. */
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

/** The reactions of people who have no tile at the moment, with their names. */
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

interface ReactionsProps {
  onReact: (emoji: Reaction) => void;
}

/** The reactions to choose from. */
export const Reactions = ({ onReact }: ReactionsProps) => (
  <div className="flex gap-1">
    {REACTIONS.map((emoji) => (
      <button
        key={emoji}
        type="button"
        aria-label={REACTION_TEXT[emoji].name}
        title={REACTION_TEXT[emoji].name}
        onClick={() => onReact(emoji)}
        className="grid size-12 place-items-center rounded-full hover:bg-hover active:scale-90"
      >
        <ReactionMark emoji={emoji} className="block size-7" />
      </button>
    ))}
  </div>
);

/** Opens the reactions above the button. They stay open, because one claps more than once. */
export function ReactionsButton() {
  const { controller } = useRoom();
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" aria-label="Réagir" className="room-round">
          <SmilePlus aria-hidden="true" />
        </button>
      </Popover.Trigger>
      <Popover.Content
        aria-label="Réactions"
        side="top"
        sideOffset={10}
        collisionPadding={12}
        className="z-20 animate-fade rounded-full border border-line-strong bg-raised p-1 outline-none"
      >
        <Reactions onReact={controller.react} />
      </Popover.Content>
    </Popover.Root>
  );
}
