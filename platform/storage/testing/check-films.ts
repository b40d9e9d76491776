import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FilmFacts, type FilmFault, faultIn } from '#product/shared/films/rules.ts';
import { StorageError } from '../errors.ts';
import { checkFilm } from '../films/check-film.ts';

/** Two paths of one film, from which it is read and to which it is written; removed when the work ends. */
export async function withPaths<Result>(
  work: (from: string, to: string) => Promise<Result>,
): Promise<Result> {
  // A folder for each film: a worker keeps this module from one test file to the next.
  const folder = await mkdtemp(join(tmpdir(), 'loge-films-'));
  try {
    return await work(join(folder, 'from'), join(folder, 'to'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type Type = 'video/mp4' | 'video/webm' | 'video/quicktime';

/** What the check says of a file, and the file that it writes; of a refused one, why. */
export const check = (
  file: Buffer,
  type: Type,
  most: number | null = 60,
): Promise<(FilmFacts & { written: Buffer }) | FilmFault> =>
  withPaths(async (from, to) => {
    await writeFile(from, file);
    try {
      const facts = await checkFilm(from, type, most, to);
      return { ...facts, written: await readFile(to) };
    } catch (error) {
      const fault = error instanceof StorageError ? faultIn(error.message) : null;
      if (fault === null) throw error;
      return fault;
    }
  });

/** The file that the check wrote; throws when it wrote none. */
export const writtenOf = (answer: Awaited<ReturnType<typeof check>>) => {
  if (typeof answer === 'string') throw new Error(`refused: ${answer}`);
  return answer.written;
};
