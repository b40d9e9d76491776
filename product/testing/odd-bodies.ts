import fc from 'fast-check';

/** What no provider publishes and a body may hold all the same, signed or not. */
export const oddValue = fc.constantFrom<unknown>(
  null,
  [],
  {},
  '',
  '\0',
  'x'.repeat(9_999),
  true,
  -1,
  1.5,
  1e99,
  2 ** 40,
  undefined,
  { id: null },
  [null],
  ['\0'],
  '\ud800',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
);

/** The body with one of its values, by number, replaced. */
export function withOdd(body: object, pick: number, by: unknown): object {
  const copy = structuredClone(body);
  const places: [Record<string, unknown>, string][] = [];
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      places.push([value as Record<string, unknown>, name]);
      walk(inner);
    }
  };
  walk(copy);
  const place = places[pick % places.length];
  if (place === undefined) return copy;
  const [holder, name] = place;
  holder[name] = by;
  return copy;
}
