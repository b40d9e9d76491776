import { open } from 'node:fs/promises';
import { type FilmFacts, faultOf } from '#product/shared/films/rules.ts';
import { refusedFilm } from '../errors.ts';
import { FileWindow } from './file-window.ts';
import { cleanMp4, readMp4 } from './mp4.ts';
import { readWebM } from './webm.ts';
import { writeWebM } from './write-webm.ts';

/**
 * Tells by its content whether a file is a film that browsers play and that is short and small
 * enough, and writes it again without what its camera noted: places, names, times. Nothing is
 * decoded.
 * @param type as the first bytes tell it
 * @param most seconds that it may last; null: a file that is sent along, of any length, size and
 *   codec
 * @param to for a file that does not exist yet
 * @throws StorageError with the reason (product/shared/films/rules.ts)
 */
export async function checkFilm(
  from: string,
  type: string,
  most: number | null,
  to: string,
): Promise<FilmFacts> {
  const source = await open(from, 'r');
  try {
    const file = new FileWindow(source, (await source.stat()).size);
    const film = await takeApart(file, type, most === null);
    const fault = most === null ? null : faultOf(film, most);
    if (fault !== null) throw refusedFilm(fault);
    // A film sent along stays as it is, with whatever pictures and sounds it has.
    if (most === null && 'brandAt' in film) film.brandAt = null;
    const target = await open(to, 'wx', 0o600);
    try {
      if ('clusters' in film) await writeWebM(film, file, target);
      else {
        for (let at = 0; at < file.size; ) {
          const piece = await file.read(at, 64 * 1024);
          // A disk that is nearly full takes a part, and refuses the rest.
          const { bytesWritten } = await target.write(piece, 0, piece.length, at);
          at += bytesWritten;
        }
        await cleanMp4(target, film);
      }
    } finally {
      await target.close();
    }
    return { type: film.type, width: film.width, height: film.height, seconds: film.seconds };
  } finally {
    await source.close();
  }
}

/** A film of Apple's telephones is a QuickTime file with the same boxes. */
function takeApart(file: FileWindow, type: string, isAny: boolean) {
  switch (type) {
    case 'video/webm':
      return readWebM(file, isAny);
    case 'video/mp4':
    case 'video/x-m4v':
    case 'video/quicktime':
      return readMp4(file, isAny);
    default:
      throw refusedFilm('container');
  }
}
