import { Ellipsis, EyeOff, Move, Pin, PinOff } from 'lucide-react';
import type { ShownReaction } from '#web/conference-core/controller/room-state.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx';
import { TrackVideo } from '../../media/media-element.tsx';
import { TileReactions } from '../news/floating-reactions.tsx';
import { Caption } from './caption.tsx';

export interface Self {
  name: string;
  avatarUrl: string | null;
  camera: MediaStreamTrack | null;
  muted: boolean;
  /** Whose turn it is among the raised hands, from 1; 0 while the hand is down. */
  hand: number;
  /** The camera is on, but there is no place for it among those that the room carries. */
  capped: boolean;
}

interface SelfTileProps {
  self: Self;
  small: boolean;
  tiny?: boolean;
  /** The signs that one gives. */
  reactions?: readonly ShownReaction[];
  pinned?: boolean;
}

/** Oneself, as in a mirror. */
export function SelfTile({ self, small, tiny = false, reactions = [], pinned = false }: SelfTileProps) {
  const { name, avatarUrl, camera, muted, hand, capped } = self;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; this is oneself
    <div role="group" aria-label="Vous" className="room-tile bg-raised">
      {camera ? (
        <TrackVideo track={camera} mirrored label="Votre caméra" />
      ) : (
        <div className={`absolute inset-0 grid place-items-center ${tiny ? 'pb-5' : ''}`}>
          <Avatar name={name} src={avatarUrl} size={small ? 'md' : 'xl'} />
        </div>
      )}
      {capped && camera && (
        <p
          className={
            small
              ? 'absolute inset-x-1.5 top-1.5 rounded-sm bg-veil px-2 py-1 pr-9 text-kicker leading-tight'
              : 'absolute top-3 left-3 max-w-[70%] rounded-lg bg-veil px-3 py-2 text-small'
          }
        >
          Caméra en attente d’une place
        </p>
      )}
      <Caption name="Vous" muted={muted} hand={hand} pinned={pinned} small={small} />
      <TileReactions reactions={reactions} small={small} />
    </div>
  );
}

interface SelfMenuProps {
  pinned?: boolean;
  /** None where it cannot be large. */
  onPin?: (() => void) | undefined;
  /** None where it stands still. */
  onMove?: (() => void) | undefined;
  onArrow?: ((key: string) => void) | undefined;
  onTuck: () => void;
}

/** What one can do about one's own view. The arrow keys move it while its button has the focus. */
export function SelfMenu({ pinned = false, onPin, onMove, onArrow, onTuck }: SelfMenuProps) {
  return (
    <div className="room-tile-menu">
      <DropdownMenu
        trigger={
          <button
            type="button"
            aria-label="Votre vue : options"
            className="room-tile-button"
            onKeyDown={(event) => {
              if (!onArrow || !event.key.startsWith('Arrow')) return;
              event.preventDefault();
              onArrow(event.key);
            }}
          >
            <Ellipsis aria-hidden="true" className="size-5" />
          </button>
        }
      >
        {onPin && (
          <MenuItem icon={pinned ? <PinOff /> : <Pin />} onSelect={onPin}>
            {pinned ? 'Détacher' : 'Épingler'}
          </MenuItem>
        )}
        {onMove && (
          <MenuItem icon={<Move />} onSelect={onMove}>
            Dans le coin suivant
          </MenuItem>
        )}
        <MenuItem icon={<EyeOff />} onSelect={onTuck}>
          Replier ma vue
        </MenuItem>
      </DropdownMenu>
    </div>
  );
}
