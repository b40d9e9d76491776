import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  lookQuery,
  OVERLAY_BACKGROUNDS,
  OVERLAY_CORNERS,
  OVERLAY_PARTS,
  OVERLAY_SIZES,
  type OverlayPart,
  readLook,
} from './overlay-look.ts';

const keys = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[];

test('a look is read back from the address that says it', () => {
  const look = fc.record({
    corner: fc.constantFrom(...keys(OVERLAY_CORNERS)),
    size: fc.constantFrom(...keys(OVERLAY_SIZES)),
    background: fc.constantFrom(...keys(OVERLAY_BACKGROUNDS)),
    show: fc.subarray(keys(OVERLAY_PARTS), { minLength: 1 }).map((parts): readonly OverlayPart[] => parts),
  });
  fc.assert(
    fc.property(look, (said) => {
      expect(readLook(new URLSearchParams(lookQuery(said)))).toEqual(said);
    }),
  );
});

test('what is not understood is as if it were not said', () => {
  const usual = readLook(new URLSearchParams());
  expect(usual).toMatchObject({ corner: 'bottom-left', size: 'medium', background: 'panel' });
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('corner', 'size', 'background', 'show'), fc.string()),
      (query) => {
        const { corner, size, background, show } = readLook(new URLSearchParams(query));
        expect(keys(OVERLAY_CORNERS)).toContain(corner);
        expect(keys(OVERLAY_SIZES)).toContain(size);
        expect(keys(OVERLAY_BACKGROUNDS)).toContain(background);
        expect(show.length).toBeGreaterThan(0);
      },
    ),
  );
  expect(readLook(new URLSearchParams('corner=__proto__&size=toString&show=constructor'))).toEqual(usual);
});
