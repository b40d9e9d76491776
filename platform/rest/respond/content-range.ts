import { offsetTooLarge } from '../errors.ts';

export interface Page {
  status: 200 | 206;
  contentRange: string;
}

/**
 * The `Content-Range` header, such as `0-19/57` for 20 rows of 57, and the status that goes with
 * it.
 * @throws RestError PGRST103 when the page begins after the last row
 */
export function pageOf(offset: number, rows: number, total: number | null): Page {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  if (total === null) return { status: 200, contentRange: `${range}/*` };
  if (offset > total) throw offsetTooLarge(offset, total);
  return { status: rows < total ? 206 : 200, contentRange: `${range}/${total}` };
}
