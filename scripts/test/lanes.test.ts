import { expect, test } from 'vitest';
import { placesOf, testFiles } from './lanes.ts';

const named = (path: string) =>
  placesOf(path).map(({ lane, runner, project }) => `${lane}: ${runner} ${project}`);

test('every test file of the tree runs in a lane, and in one lane first', () => {
  const files = testFiles();
  expect(files.length).toBeGreaterThan(200);
  for (const path of files) {
    const lanes = placesOf(path).map(({ lane }) => lane);
    expect(lanes.length, `${path} is in neither lane: see scripts/test/lanes.ts`).toBeGreaterThan(0);
    expect(lanes.filter((lane) => lane === 'test').length, path).toBeLessThanOrEqual(1);
  }
});

test('every project that a lane runs has files in it: of two in one run, nobody would miss one', () => {
  const places = testFiles().flatMap(named);
  for (const project of ['rules', 'embedded', 'postgres-15'])
    for (const lane of ['test', 'soak']) expect(places).toContain(`${lane}: vitest ${project}`);
});

test.each([
  ['product/booking/holds.test.ts', ['test: vitest embedded', 'soak: vitest postgres-15']],
  ['product/booking/rules/transition.test.ts', ['test: vitest rules']],
  ['platform/rest/reading.test.ts', ['test: vitest postgres-15', 'soak: vitest embedded']],
  ['product/fuzz.soak.test.ts', ['soak: vitest embedded', 'soak: vitest postgres-15']],
  ['product/booking/model.soak.test.ts', ['soak: vitest embedded']],
  ['server/attacks.soak.test.ts', ['soak: vitest alone']],
  ['platform/gateway/gateway.test.ts', ['test: vitest embedded']],
  ['product/shared/money/cents.test.ts', ['test: vitest rules', 'soak: vitest rules']],
  ['scripts/test/counts.test.ts', ['test: vitest rules']],
  ['e2e/guards.spec.ts', ['test: playwright embedded']],
  ['e2e/booking.spec.ts', ['test: playwright embedded', 'soak: playwright embedded']],
  ['e2e/setup.spec.ts', ['test: playwright rooms', 'soak: playwright rooms']],
  [
    'e2e/sign-up.spec.ts',
    ['test: playwright embedded', 'soak: playwright embedded', 'soak: playwright postgres-15'],
  ],
  ['e2e/janus.soak.spec.ts', ['soak: playwright rooms']],
  ['e2e/journey/journey.spec.ts', ['test: playwright journey']],
  ['bench/speed.test.ts', []],
  ['e2e/harness/server.spec.ts', []],
])('%s', (path, places) => {
  expect(named(path)).toEqual(places);
});
