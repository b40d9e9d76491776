import { type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';

interface Drag {
  from: number;
  /** Where it would come to stand. */
  to: number;
  startedAt: number;
  /** How far the pointer went since, in pixels. */
  by: number;
  rows: readonly { middle: number; height: number }[];
}

interface DragOrder {
  /** For the handle of a row: a button, so that the arrow keys do what a pointer does. */
  handleOf: (index: number) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
  /** Where the row is drawn meanwhile. */
  styleOf: (index: number) => CSSProperties;
  /** The row that is being dragged. */
  dragged: number | null;
}

/**
 * The order of a list of rows, by dragging a row's handle or by the arrow keys on it. Escape puts
 * back what is being dragged.
 * @param onMove with the places before and after; not called when a row stays where it is
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  count: number,
  onMove: (from: number, to: number) => void,
): DragOrder {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = () => {
    if (drag && drag.from !== drag.to) onMove(drag.from, drag.to);
    setDrag(null);
  };
  return {
    dragged: drag?.from ?? null,
    handleOf: (index) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const rows = [...(list.current?.children ?? [])].map((row) => {
          const { top, height } = row.getBoundingClientRect();
          return { middle: top + window.scrollY + height / 2, height };
        });
        setDrag({ from: index, to: index, startedAt: event.clientY + window.scrollY, by: 0, rows });
      },
      onPointerMove: (event) => {
        if (!drag) return;
        const by = event.clientY + window.scrollY - drag.startedAt;
        const middle = (drag.rows[drag.from]?.middle ?? 0) + by;
        const to = drag.rows.filter((row, other) =>
          other < drag.from ? row.middle < middle : other > drag.from && row.middle <= middle,
        ).length;
        setDrag({ ...drag, by, to });
      },
      onPointerUp: end,
      onPointerCancel: () => setDrag(null),
      onKeyDown: (event) => {
        if (event.key === 'Escape' && drag) setDrag(null);
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (step === undefined || drag) return;
        event.preventDefault();
        const to = index + step;
        if (to >= 0 && to < count) onMove(index, to);
      },
    }),
    styleOf: (index) => {
      if (!drag) return {};
      if (index === drag.from) return { transform: `translateY(${drag.by}px)`, zIndex: 1 };
      const height = drag.rows[drag.from]?.height ?? 0;
      const shift =
        index > drag.from && index <= drag.to ? -height : index < drag.from && index >= drag.to ? height : 0;
      return { transform: `translateY(${shift}px)`, transition: 'transform 150ms' };
    },
  };
}
