import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type FilmFacts, type FilmFault, faultIn } from '#product/shared/films/rules.ts';
import { StorageError } from '../errors.ts';
import { checkFilm } from '../films/check-film.ts';

/** Where the files of a test stand while it runs. */
export const folder = mkdtempSync(join(tmpdir(), 'loge-films-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

export type Type = 'video/mp4' | 'video/webm' | 'video/quicktime';

/** What the check says of a file, and the file that it writes; of a refused one, why. */
export async function check(
  file: Buffer,
  type: Type,
  most: number | null = 60,
): Promise<(FilmFacts & { written: Buffer }) | FilmFault> {
  const [from, to] = [join(folder, randomUUID()), join(folder, randomUUID())];
  await writeFile(from, file);
  try {
    const facts = await checkFilm(from, type, most, to);
    return { ...facts, written: await readFile(to) };
  } catch (error) {
    const fault = error instanceof StorageError ? faultIn(error.message) : null;
    if (fault === null) throw error;
    return fault;
  } finally {
    await Promise.all([from, to].map((path) => rm(path, { force: true })));
  }
}

/** The file that the check wrote; throws when it wrote none. */
export const writtenOf = (answer: Awaited<ReturnType<typeof check>>) => {
  if (typeof answer === 'string') throw new Error(`refused: ${answer}`);
  return answer.written;
};
