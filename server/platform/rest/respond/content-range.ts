import { offsetTooLarge } from '../errors.ts';

export interface Page {
  status: 200 | 206;
  contentRange: string;
}

/**
 * `0-19/57` and its status, for the rows sent out of all there are.
 * @throws RestError PGRST103 when the page begins behind the last row
 */
export function pageOf(offset: number, rows: number, total: number | null): Page {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  if (total === null) return { status: 200, contentRange: `${range}/*` };
  if (offset > total) throw offsetTooLarge(offset, total);
  return { status: rows < total ? 206 : 200, contentRange: `${range}/${total}` };
}
