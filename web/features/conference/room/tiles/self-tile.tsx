import { Ellipsis, Eye, EyeOff, Move, Pin, PinOff } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx';
import { TrackVideo } from '../../media/track-video.tsx';
import {
  type Corner,
  cornerRect,
  cornerTowards,
  nearestCorner,
  nextCorner,
  type Size,
} from '../layout/arrange.ts';
import { SELF } from '../layout/plan.ts';
import { TileReactions } from '../reactions.tsx';
import { useRoom, useStage } from '../room-context.tsx';
import { Caption } from './peer-tile.tsx';

interface SelfTileProps {
  small: boolean;
  tiny?: boolean;
  pinned?: boolean;
}

/** Oneself, as in a mirror. */
export function SelfTile({ small, tiny = false, pinned = false }: SelfTileProps) {
  const { room } = useRoom();
  const { name, avatarUrl, camera, muted, hand, capped } = useStage().self;
  const reactions = room.reactions.filter(({ participantId }) => participantId === room.participantId);
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
  /** It may be made large. */
  canPin?: boolean;
  /** It may be moved: to the next corner, or where an arrow key points. */
  onMove?: (() => void) | undefined;
  onArrow?: ((key: string) => void) | undefined;
}

/** The menu of one's own tile. The arrow keys move the tile while the button has the focus. */
export function SelfMenu({ canPin = false, onMove, onArrow }: SelfMenuProps) {
  const stage = useStage();
  const pinned = stage.pinned === SELF;
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
        {canPin && (
          <MenuItem icon={pinned ? <PinOff /> : <Pin />} onSelect={() => stage.togglePin(SELF)}>
            {pinned ? 'Détacher' : 'Épingler'}
          </MenuItem>
        )}
        {onMove && (
          <MenuItem icon={<Move />} onSelect={onMove}>
            Dans le coin suivant
          </MenuItem>
        )}
        <MenuItem icon={<EyeOff />} onSelect={stage.hideSelf}>
          Replier ma vue
        </MenuItem>
      </DropdownMenu>
    </div>
  );
}

/** Moving the pointer less far than this, in pixels, is a press and not a drag. */
const DRAG = 6;

/**
 * Oneself in a corner of the stage: dragged with a finger or a pointer, moved with the arrow keys
 * or from its menu.
 */
export function FloatingSelf({ area }: { area: Size }) {
  const { preferences, setPreferences } = useStage();
  const { corner } = preferences;
  const moveTo = (next: Corner) => setPreferences({ corner: next });
  const rect = cornerRect(corner, area);
  const grip = useRef<{ x: number; y: number } | null>(null);
  const [shift, setShift] = useState<{ x: number; y: number } | null>(null);
  const left = Math.max(0, Math.min(area.width - rect.width, rect.left + (shift?.x ?? 0)));
  const top = Math.max(0, Math.min(area.height - rect.height, rect.top + (shift?.y ?? 0)));

  const press = ({ clientX: x, clientY: y, target, button }: PointerEvent) => {
    if (button !== 0 || (target instanceof Element && target.closest('button, [role="menu"]'))) return;
    grip.current = { x, y };
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (!grip.current) return;
    const by = { x: event.clientX - grip.current.x, y: event.clientY - grip.current.y };
    if (!shift && Math.hypot(by.x, by.y) < DRAG) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setShift(by);
  };
  const drop = () => {
    grip.current = null;
    if (shift) moveTo(nearestCorner({ ...rect, left, top }, area));
    setShift(null);
  };
  return (
    <div
      className="room-self"
      data-dragged={shift ? '' : undefined}
      style={{ left, top, width: rect.width, height: rect.height }}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <SelfTile small tiny={rect.height < 112} />
      <SelfMenu
        onMove={() => moveTo(nextCorner(corner))}
        onArrow={(key) => moveTo(cornerTowards(corner, key))}
      />
    </div>
  );
}

/** One's own view is hidden: the way to have it back. */
export function HiddenSelf() {
  const { self, setPreferences } = useStage();
  return (
    <button
      type="button"
      onClick={() => setPreferences({ tucked: false })}
      className="absolute right-3 bottom-3 z-5 flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-veil px-4 text-small font-medium hover:bg-hover"
    >
      <Eye aria-hidden="true" className="size-4.5 text-soft" />
      Me voir{self.muted && <span className="text-kicker font-normal text-soft">micro coupé</span>}
    </button>
  );
}
