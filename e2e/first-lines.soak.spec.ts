import { expectHeadFirst, pagesWithFirstLines } from './harness/first-lines.ts';
import { test } from './harness/test.ts';

for (const width of [320, 768, 1440]) {
  test(`at ${width} px each page shows its head before its scripts, and nothing moves when they are there`, async ({
    page,
    server,
  }) => {
    for (const path of await pagesWithFirstLines(server)) await expectHeadFirst(page, path, width);
  });
}
