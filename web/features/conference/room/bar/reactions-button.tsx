import { SmilePlus } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { REACTIONS, type Reaction } from '#web/conference-core/controller/signaling.ts';
import { ReactionMark } from '../news/reaction-mark.tsx';
import { REACTION_TEXT } from '../news/room-news.ts';

interface ReactionsProps {
  onReact: (emoji: Reaction) => void;
}

/** The signs, side by side. */
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

/** The signs above their button; they stay open, one claps more than once. */
export const ReactionsButton = ({ onReact }: ReactionsProps) => (
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
      <Reactions onReact={onReact} />
    </Popover.Content>
  </Popover.Root>
);
