import { Eye } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import type { ShownReaction } from '#web/conference-core/controller/room-state.ts';
import { type Corner, cornerRect, cornerTowards, nearestCorner, nextCorner } from '../floor/corners.ts';
import type { Size } from '../floor/tiles-for.ts';
import { type Self, SelfMenu, SelfTile } from './self-tile.tsx';

interface FloatingSelfProps {
  self: Self;
  reactions: readonly ShownReaction[];
  floor: Size;
  corner: Corner;
  onCorner: (corner: Corner) => void;
  onTuck: () => void;
}

/** A press that moves less far is a press. */
const DRAG = 6;

/** Oneself in a corner of the floor: dragged with a finger or a pointer, moved with the arrow keys or from its menu. */
export function FloatingSelf({ self, reactions, floor, corner, onCorner, onTuck }: FloatingSelfProps) {
  const rect = cornerRect(corner, floor);
  const grip = useRef<{ x: number; y: number } | null>(null);
  const [shift, setShift] = useState<{ x: number; y: number } | null>(null);
  const left = Math.max(0, Math.min(floor.width - rect.width, rect.left + (shift?.x ?? 0)));
  const top = Math.max(0, Math.min(floor.height - rect.height, rect.top + (shift?.y ?? 0)));

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
    if (shift) onCorner(nearestCorner({ ...rect, left, top }, floor));
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
      <SelfTile self={self} small tiny={rect.height < 112} reactions={reactions} />
      <SelfMenu
        onMove={() => onCorner(nextCorner(corner))}
        onArrow={(key) => onCorner(cornerTowards(corner, key))}
        onTuck={onTuck}
      />
    </div>
  );
}

/** One's own view folded away: the way to have it back. */
export const TuckedSelf = ({ muted, onShow }: { muted: boolean; onShow: () => void }) => (
  <button
    type="button"
    onClick={onShow}
    className="absolute right-3 bottom-3 z-5 flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-veil px-4 text-small font-medium hover:bg-hover"
  >
    <Eye aria-hidden="true" className="size-4.5 text-soft" />
    Me voir{muted && <span className="text-kicker font-normal text-soft">micro coupé</span>}
  </button>
);
