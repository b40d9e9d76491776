import { refusedFilm } from '../errors.ts';
import { type Box, boxesIn, Fields } from './boxes.ts';

const unreadable = () => refusedFilm('unreadable');

/** A part of the file, in bytes from its beginning. */
interface Stretch {
  from: number;
  to: number;
}

interface Tables {
  /** Bytes of the samples from one on, up to another. */
  sizes: { count: number; between: (from: number, until: number) => number };
  /** From which chunk on, counted from 1, a chunk has how many samples. */
  runs: { first: number; samples: number }[];
  chunks: number[];
}

/**
 * Finds where the samples of a track stand (ISO/IEC 14496-12, 8.7: `stsz` or `stz2`, `stsc`, `stco`
 * or `co64`), neighbours as one stretch.
 * @param stbl its sample tables, in `data`, which is the movie's box and begins at `base` of the
 *   file
 * @throws StorageError when they reach beyond the file, into the movie's box, or are together longer
 *   than the file: overwriting them would cost more than it
 */
export function samplesOf(
  data: Buffer,
  stbl: Box,
  { base, fileSize }: { base: number; fileSize: number },
): Stretch[] {
  const { sizes, runs, chunks } = readTables(data, stbl);
  if (sizes.count > 0 && chunks.length > 0 && runs[0]?.first !== 1) throw unreadable();
  const stretches: Stretch[] = [];
  let [sample, run, total] = [0, 0, 0];
  for (const [index, from] of chunks.entries()) {
    while ((runs[run + 1]?.first ?? Number.POSITIVE_INFINITY) <= index + 1) run += 1;
    const until = Math.min(sizes.count, sample + (runs[run]?.samples ?? 0));
    const to = from + sizes.between(sample, until);
    sample = until;
    total += to - from;
    const isInMovie = to > from && from < base + data.length && to > base;
    if (to > fileSize || total > fileSize || isInMovie) throw unreadable();
    const last = stretches.at(-1);
    if (last?.to === from) last.to = to;
    else if (to > from) stretches.push({ from, to });
  }
  return stretches;
}

function readTables(data: Buffer, stbl: Box): Tables {
  const tables: Tables = { sizes: { count: 0, between: () => 0 }, runs: [], chunks: [] };
  for (const box of boxesIn(data, stbl.body, stbl.end)) {
    const fields = new Fields(data, box);
    if (box.type === 'stsz' || box.type === 'stz2') tables.sizes = readSizes(data, box);
    else if (box.type === 'stsc') {
      const count = fields.skip(4).u32();
      fields.entries(count, 12);
      tables.runs = Array.from({ length: count }, () => {
        const run = { first: fields.u32(), samples: fields.u32() };
        fields.skip(4);
        return run;
      });
    } else if (box.type === 'stco' || box.type === 'co64') {
      const isLong = box.type === 'co64';
      const count = fields.skip(4).u32();
      fields.entries(count, isLong ? 8 : 4);
      tables.chunks = Array.from({ length: count }, () => (isLong ? fields.u64() : fields.u32()));
    }
  }
  return tables;
}

function readSizes(data: Buffer, box: Box): Tables['sizes'] {
  const fields = new Fields(data, box).skip(4);
  const isCompact = box.type === 'stz2';
  const said = fields.u32();
  const count = fields.u32();
  // Of one length, they have no table, and may be said to be any number.
  if (!isCompact && said > 0) return { count, between: (from, until) => (until - from) * said };
  const bits = isCompact ? said & 0xff : 32;
  if (![4, 8, 16, 32].includes(bits)) throw unreadable();
  fields.entries(count, bits / 8);
  const { at } = fields;
  const sizeOf = (index: number): number => {
    if (bits === 32) return data.readUInt32BE(at + index * 4);
    if (bits === 16) return data.readUInt16BE(at + index * 2);
    const byte = data[at + Math.floor((index * bits) / 8)] ?? 0;
    return bits === 8 ? byte : index % 2 === 0 ? byte >> 4 : byte & 0xf;
  };
  return {
    count,
    between: (from, until) => {
      let bytes = 0;
      for (let index = from; index < until; index += 1) bytes += sizeOf(index);
      return bytes;
    },
  };
}
