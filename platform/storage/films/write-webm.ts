import type { FileHandle } from 'node:fs/promises';
import type { FileWindow } from './file-window.ts';
import { ID, type WebM } from './webm.ts';

const idOf = (id: number): Buffer => {
  const hex = id.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
};
/** A length in eight bytes, whatever it is: so lengths are known before they are written. */
function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(bytes) | (1n << 56n));
  return length;
}
const element = (id: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([idOf(id), lengthOf(parts.reduce((sum, { length }) => sum + length, 0)), ...parts]);
function number(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(Math.max(0, Math.round(value))));
  return element(id, bytes);
}
function double(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}
const text = (id: number, value: string): Buffer => element(id, Buffer.from(value, 'latin1'));
const HEAD_OF_CLUSTER = 12 + number(ID.Timestamp, 0).length;

/**
 * Writes what `readWebM` found into an empty file: with its duration and an index before the first
 * picture, which a browser's recorder leaves out and without which nobody can jump in it, and
 * without everything else, such as tags.
 */
export async function writeWebM(film: WebM, from: FileWindow, to: FileHandle): Promise<void> {
  const head = element(
    ID.EBML,
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(ID.DocType, 'webm'),
    number(0x4287, 4),
    number(0x4285, 2),
  );
  const info = element(
    ID.Info,
    number(ID.TimestampScale, film.scale),
    double(ID.Duration, film.ticks),
    text(0x4d80, 'Loge'),
    text(0x5741, 'Loge'),
  );
  const tracks = element(ID.Tracks, film.tracks);
  // Each number has eight bytes, so the index is as long before its positions are known as after.
  const cuesAt = (positions: readonly number[]) =>
    element(
      ID.Cues,
      ...film.cues.map(({ ticks, track, cluster }) =>
        element(
          0xbb,
          number(0xb3, ticks),
          element(0xb7, number(0xf7, track), number(0xf1, positions[cluster] ?? 0)),
        ),
      ),
    );
  const first = info.length + tracks.length + cuesAt([]).length;
  const positions: number[] = [];
  let size = first;
  for (const cluster of film.clusters) {
    positions.push(size);
    size += HEAD_OF_CLUSTER + cluster.size;
  }
  const start = Buffer.concat([head, idOf(ID.Segment), lengthOf(size), info, tracks, cuesAt(positions)]);
  let at = 0;
  const write = async (bytes: Buffer) => {
    // A disk that is nearly full takes a part, and refuses the rest.
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await to.write(bytes, done, bytes.length - done, at);
      done += bytesWritten;
      at += bytesWritten;
    }
  };
  await write(start);
  for (const cluster of film.clusters) {
    const timestamp = number(ID.Timestamp, cluster.timestamp);
    await write(Buffer.concat([idOf(ID.Cluster), lengthOf(timestamp.length + cluster.size), timestamp]));
    for (const [begin, end] of cluster.parts)
      for (let position = begin; position < end; ) {
        const piece = await from.read(position, Math.min(64 * 1024, end - position));
        await write(piece);
        position += piece.length;
      }
  }
}
