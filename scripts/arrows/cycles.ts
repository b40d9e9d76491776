import type { Violation } from './rules.ts';
import type { Source } from './source.ts';

/**
 * Files that import each other in a ring, types aside: which of them runs first is then luck.
 * @returns one violation a ring, at the import that closes it
 */
export function cycles(sources: ReadonlyMap<string, Source>): Violation[] {
  const found: Violation[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  const visit = (path: string) => {
    state.set(path, 'open');
    trail.push(path);
    for (const { target, line, typeOnly } of sources.get(path)?.imports ?? []) {
      if (typeOnly || target === null || !sources.has(target)) continue;
      if (state.get(target) === 'open') {
        const ring = [...trail.slice(trail.indexOf(target)), target].join(' -> ');
        found.push({ path, line, rule: 'cycle', message: ring });
      } else if (!state.has(target)) visit(target);
    }
    trail.pop();
    state.set(path, 'done');
  };
  for (const path of sources.keys()) if (!state.has(path)) visit(path);
  return found;
}
