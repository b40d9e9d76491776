import { mostTiles, type Size, type Tiles, tilesFor } from './tiles-for.ts';

export interface Rect extends Size {
  left: number;
  top: number;
}

/** Who is shown, by key: one large with the others beside it, or with `main: null` all alike. */
export interface Plan {
  main: string | null;
  rest: readonly string[];
}

export interface Arrangement {
  places: ReadonlyMap<string, Rect>;
  /** How many have no place now. */
  hidden: number;
  /** Where a word about those in no place goes; none when all have one, or when they are on other pages. */
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

/** Gives everyone a place in the area. The same people in the same area always get the same places. */
export function arrange({ main, rest }: Plan, area: Size, options: Options): Arrangement {
  if (area.width <= 0 || area.height <= 0)
    return { places: new Map(), hidden: 0, more: null, pages: 1, columns: null };
  if (main === null) return grid(rest, area, options);
  return focus(main, rest, area, options.gap);
}

function grid(keys: readonly string[], area: Size, { gap, page, columnsNow }: Options): Arrangement {
  const most = mostTiles(area, gap);
  const pages = Math.max(1, Math.ceil(keys.length / most));
  // The pages are evenly filled: no last one with a single face.
  const each = Math.ceil(keys.length / pages);
  const shown = keys.slice(Math.min(page, pages - 1) * each, (Math.min(page, pages - 1) + 1) * each);
  const tiles = tilesFor(shown.length, area, gap, columnsNow);
  const places = new Map(shown.map((key, index) => [key, placeOf(index, shown.length, tiles, area, gap)]));
  return { places, hidden: keys.length - shown.length, more: null, pages, columns: tiles.columns };
}

/** The place in a grid that stands in the middle of the area, its last row too. */
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
  // With a few more than fit, all become a little flatter before one has to go.
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
