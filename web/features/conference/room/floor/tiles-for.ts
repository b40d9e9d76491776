/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface Tiles extends Size {
  columns: number;
  rows: number;
}

/** A picture is cut to its tile; beyond these shapes (width by height) too little of a face would be left. */
const SHAPES = { narrowest: 0.64, widest: 16 / 9 } as const;
/** A new number of columns must give tiles so much larger, or the old one stays: a small change of the window moves nobody. */
const WORTH_MOVING = 1.08;

/**
 * How many columns of which tiles show `count` people largest. One alone fills the area; several keep the shape of a picture.
 * @param columnsNow how they stand now, kept when another number would gain little
 */
export function tilesFor(count: number, area: Size, gap: number, columnsNow: number | null = null): Tiles {
  if (count <= 1) return { ...area, columns: 1, rows: 1 };
  let best = tilesIn(count, 1, area, gap);
  for (let columns = 2; columns <= count; columns += 1) {
    const tiles = tilesIn(count, columns, area, gap);
    // A row with nobody in it was counted already, with fewer columns.
    if (Math.ceil(count / tiles.rows) === columns && surface(tiles) > surface(best)) best = tiles;
  }
  if (columnsNow === null || columnsNow > count || columnsNow === best.columns) return best;
  const kept = tilesIn(count, columnsNow, area, gap);
  return surface(best) > surface(kept) * WORTH_MOVING ? best : kept;
}

/** How much of somebody a tile shows: its surface, and a little less where it stands upright and cuts the picture at its sides. */
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

/** Below it a face is no longer one. */
const SMALLEST: Size = { width: 104, height: 84 };

/** How many tiles an area can show at once; the others are on further pages. */
export function mostTiles({ width, height }: Size, gap: number): number {
  const along = (length: number, least: number) => Math.max(1, Math.floor((length + gap) / (least + gap)));
  return along(width, SMALLEST.width) * along(height, SMALLEST.height);
}
