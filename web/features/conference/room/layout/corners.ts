import type { Rect, Size } from './arrange.ts';

/** Where one's own view may be. */
export const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const;
export type Corner = (typeof CORNERS)[number];

const MARGIN = 12;

/** How large one's own view is: upright where the area is. */
function selfSize({ width, height }: Size): Size {
  if (width > height * 1.15) {
    const across = Math.max(112, Math.min(224, width * 0.18));
    return { width: across, height: across * 0.625 };
  }
  const across = Math.max(84, Math.min(132, width * 0.26));
  return { width: across, height: across * 1.33 };
}

export function cornerRect(corner: Corner, area: Size): Rect {
  const size = selfSize(area);
  return {
    ...size,
    left: corner.endsWith('left') ? MARGIN : area.width - size.width - MARGIN,
    top: corner.startsWith('top') ? MARGIN : area.height - size.height - MARGIN,
  };
}

/** The corner nearest to where it was dropped. */
export function nearestCorner({ left, top, width, height }: Rect, area: Size): Corner {
  const side = left + width / 2 < area.width / 2 ? 'left' : 'right';
  return `${top + height / 2 < area.height / 2 ? 'top' : 'bottom'}-${side}`;
}

/** The corner that an arrow key moves it to; the same one where it cannot go further. */
export function cornerTowards(corner: Corner, key: string): Corner {
  const side = corner.endsWith('left') ? 'left' : 'right';
  const end = corner.startsWith('top') ? 'top' : 'bottom';
  if (key === 'ArrowUp') return `top-${side}`;
  if (key === 'ArrowDown') return `bottom-${side}`;
  if (key === 'ArrowLeft') return `${end}-left`;
  return key === 'ArrowRight' ? `${end}-right` : corner;
}

/** The next corner clockwise, for people without arrow keys. */
export const nextCorner = (corner: Corner): Corner =>
  CORNERS[(CORNERS.indexOf(corner) + 1) % CORNERS.length] ?? 'bottom-right';
