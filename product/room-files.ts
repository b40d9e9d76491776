import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The exports of a room's file, by name. */
export type Exports = Readonly<Record<string, unknown>>;

/**
 * Loads the files of all rooms that are of one kind, tests left out, so that nothing lists them a
 * second time.
 * @param pattern from the folder product/, such as `<room>/commands/<verb-noun>.ts` with stars
 */
export async function loadRoomFiles(pattern: string): Promise<readonly [file: string, exports: Exports][]> {
  const files = globSync(pattern, { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted();
  return Promise.all(
    files.map(
      async (file): Promise<[string, Exports]> => [
        file,
        await import(/* @vite-ignore */ pathToFileURL(join(import.meta.dirname, file)).href),
      ],
    ),
  );
}
