export interface Rect extends Size {
  left: number;
  top: number;
}

/** The tiles by key: one large with the others beside it, or with `main: null` all alike. */
export interface Plan {
  main: string | null;
  rest: readonly string[];
}

export interface Arrangement {
  places: ReadonlyMap<string, Rect>;
  /** How many people have no place now. */
  hidden: number;
  /**
   * Where the number of people without a place is shown; null when all have one, or are on other
   * pages.
   */
  more: Rect | null;
  /** At least one. */
  pages: number;
  columns: number | null;
}

interface Options {
  gap: number;
  /** From 0; beyond the last it is the last. */
  page: number;
  columnsNow: number | null;
}

/**
 * Gives everyone a place in the area. The same people in the same area always get the same places.
 */
export function arrange({ main, rest }: Plan, area: Size, options: Options): Arrangement {
  if (area.width <= 0 || area.height <= 0)
    return { places: new Map(), hidden: 0, more: null, pages: 1, columns: null };
  if (main === null) return grid(rest, area, options);
  return focus(main, rest, area, options.gap);
}

function grid(keys: readonly string[], area: Size, { gap, page, columnsNow }: Options): Arrangement {
  const most = mostTiles(area, gap);
  const pages = Math.max(1, Math.ceil(keys.length / most));
  // The pages are filled evenly, so that nobody is alone on the last one.
  const each = Math.ceil(keys.length / pages);
  const shown = keys.slice(Math.min(page, pages - 1) * each, (Math.min(page, pages - 1) + 1) * each);
  const tiles = tilesFor(shown.length, area, gap, columnsNow);
  const places = new Map(shown.map((key, index) => [key, placeOf(index, shown.length, tiles, area, gap)]));
  return { places, hidden: keys.length - shown.length, more: null, pages, columns: tiles.columns };
}

/** A place in a grid that is centred in the area, as is its last row. */
function placeOf(
  index: number,
  count: number,
  { columns, rows, ...tile }: Tiles,
  area: Size,
  gap: number,
): Rect {
  const row = Math.floor(index / columns);
  const inRow = row === rows - 1 ? count - columns * (rows - 1) : columns;
  const across = inRow * tile.width + (inRow - 1) * gap;
  const down = rows * tile.height + (rows - 1) * gap;
  return {
    ...tile,
    left: (area.width - across) / 2 + (index - row * columns) * (tile.width + gap),
    top: (area.height - down) / 2 + row * (tile.height + gap),
  };
}

const between = (least: number, value: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** One large; the others in a column at its right, or below it where the area is tall. */
function focus(main: string, rest: readonly string[], area: Size, gap: number): Arrangement {
  const alone = { hidden: 0, more: null, pages: 1, columns: null };
  if (rest.length === 0) return { ...alone, places: new Map([[main, { ...area, left: 0, top: 0 }]]) };
  const { large, beside } =
    area.width > area.height * 1.15
      ? columnBeside(area, rest.length, gap)
      : gridBelow(area, rest.length, gap);
  const shown = rest.length > beside.length ? rest.slice(0, beside.length - 1) : rest;
  return {
    ...alone,
    places: new Map([
      [main, large],
      ...shown.flatMap((key, index) => (beside[index] ? [[key, beside[index]] as const] : [])),
    ]),
    hidden: rest.length - shown.length,
    more: rest.length > shown.length ? (beside[shown.length] ?? null) : null,
  };
}

/** The large one, and the places beside it: as many as there are people, or fewer. */
interface Split {
  large: Rect;
  beside: readonly Rect[];
}

function columnBeside(area: Size, count: number, gap: number): Split {
  const width = between(124, area.width * 0.19, 264);
  const flat = width * (9 / 16);
  // When a few too many do not fit, all become a little flatter before one is left out.
  const shared = (area.height - gap * (count - 1)) / count;
  const height = shared < flat && shared >= flat * 0.72 ? shared : flat;
  const most = Math.max(1, Math.floor((area.height + gap) / (height + gap)));
  return {
    large: { left: 0, top: 0, width: area.width - width - gap, height: area.height },
    beside: Array.from({ length: Math.min(count, most) }, (_unused, index) => ({
      width,
      height,
      left: area.width - width,
      top: index * (height + gap),
    })),
  };
}

function gridBelow(area: Size, count: number, gap: number): Split {
  // Four by three shows a whole screen and a face; the others get the rest.
  const height = between(area.height * 0.36, area.width * 0.75, area.height * 0.6);
  const below = { width: area.width, height: area.height - height - gap };
  const shown = Math.min(count, mostTiles(below, gap));
  const tiles = tilesFor(shown, below, gap);
  return {
    large: { left: 0, top: 0, width: area.width, height },
    beside: Array.from({ length: shown }, (_unused, index) => {
      const place = placeOf(index, shown, tiles, below, gap);
      return { ...place, top: place.top + height + gap };
    }),
  };
}

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface Tiles extends Size {
  columns: number;
  rows: number;
}

/**
 * A picture is cut to its tile; beyond these shapes (width by height) too little of a face would be
 * left.
 */
const SHAPES = { narrowest: 0.64, widest: 16 / 9 } as const;
/**
 * Another number of columns must give tiles that are larger by this factor: a small change of the
 * window moves nobody.
 */
const WORTH_MOVING = 1.08;

/**
 * How many columns of which tiles show `count` people largest. One alone fills the area; several
 * keep the shape of a picture.
 * @param columnsNow the present number, kept when another one would gain little
 */
export function tilesFor(count: number, area: Size, gap: number, columnsNow: number | null = null): Tiles {
  if (count <= 1) return { ...area, columns: 1, rows: 1 };
  let best = tilesIn(count, 1, area, gap);
  for (let columns = 2; columns <= count; columns += 1) {
    const tiles = tilesIn(count, columns, area, gap);
    // This number leaves a row empty: it was tried already, with fewer columns.
    if (Math.ceil(count / tiles.rows) === columns && surface(tiles) > surface(best)) best = tiles;
  }
  if (columnsNow === null || columnsNow > count || columnsNow === best.columns) return best;
  const kept = tilesIn(count, columnsNow, area, gap);
  return surface(best) > surface(kept) * WORTH_MOVING ? best : kept;
}

/**
 * How much of somebody a tile shows: its area, and a little less for an upright tile, which cuts
 * the picture at its sides.
 */
const surface = ({ width, height }: Size): number =>
  width * height * (width < height ? (width / height) ** 0.25 : 1);

function tilesIn(count: number, columns: number, area: Size, gap: number): Tiles {
  const rows = Math.ceil(count / columns);
  const width = Math.max(0, (area.width - gap * (columns - 1)) / columns);
  const height = Math.max(0, (area.height - gap * (rows - 1)) / rows);
  return {
    columns,
    rows,
    width: Math.min(width, height * SHAPES.widest),
    height: Math.min(height, width / SHAPES.narrowest),
  };
}

/** In a smaller tile a face cannot be recognised. */
const SMALLEST: Size = { width: 104, height: 84 };

/** How many tiles an area can show at once; the others are on further pages. */
export function mostTiles({ width, height }: Size, gap: number): number {
  const along = (length: number, least: number) => Math.max(1, Math.floor((length + gap) / (least + gap)));
  return along(width, SMALLEST.width) * along(height, SMALLEST.height);
}

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
