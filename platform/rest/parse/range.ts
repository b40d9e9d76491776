import { rangeUpsideDown } from '../errors.ts';
import { emptyScope, type Query } from './syntax.ts';

/**
 * Narrows the root's limit and offset by the `Range` header (`0-9`, `10-`): a row must be within
 * both.
 * @throws RestError PGRST103
 */
export function applyRange(query: Query, header: string | null): void {
  const [, from, to] = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header ?? '') ?? [];
  if (from === undefined) return;
  const first = Number(from);
  const last = to === undefined ? Number.POSITIVE_INFINITY : Number(to);
  if (last < first) throw rangeUpsideDown();
  const scope = query.scopes.get('') ?? emptyScope();
  const offset = Math.max(scope.offset, first);
  const end = Math.min(
    last + 1,
    scope.limit === null ? Number.POSITIVE_INFINITY : scope.offset + scope.limit,
  );
  query.scopes.set('', {
    ...scope,
    offset,
    limit: Number.isFinite(end) ? Math.max(0, end - offset) : null,
  });
}
