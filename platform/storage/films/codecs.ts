import { type Box, boxesIn } from './boxes.ts';

/**
 * Profiles of H.264 with ten bits, 4:2:2 or 4:4:4 (ISO/IEC 14496-10, A.2), which browsers do not
 * decode.
 */
const RARE_PROFILES = new Set([44, 110, 118, 122, 128, 244]);

/** The profile that the `avcC` of a picture's description names; 0: there is none. */
function profileOf(data: Buffer, { body, end }: Box): number {
  if (end - body < 78) return 0;
  for (const part of boxesIn(data, body + 78, end))
    if (part.type === 'avcC') return part.end - part.body < 2 ? 0 : (data[part.body + 1] ?? 0);
  return 0;
}

/**
 * `mp4a` is AAC when its `esds` says 0x40; the descriptor is found by its name, since QuickTime
 * puts it one box deeper.
 */
export function isAac(data: Buffer, { body, end }: Box): boolean {
  const entry = data.subarray(body, end);
  const at = entry.indexOf('esds', 0, 'latin1');
  if (at < 0) return false;
  // ES descriptor (tag 3), in it the decoder's configuration (tag 4), whose first byte is the kind.
  // Lengths have one to four bytes.
  let position = at + 8;
  const enter = (tag: number): boolean => {
    if (entry[position] !== tag) return false;
    position += 1;
    for (let more = 0; more < 3 && ((entry[position] ?? 0) & 0x80) !== 0; more += 1) position += 1;
    position += 1;
    return true;
  };
  if (!enter(3)) return false;
  const flags = entry[position + 2] ?? 0;
  if ((flags & 0xe0) !== 0) return false;
  position += 3;
  return enter(4) && entry[position] === 0x40;
}

/** Whether the description of an H.264 picture has a profile that browsers do not decode. */
export const isRare = (data: Buffer, entry: Box): boolean => RARE_PROFILES.has(profileOf(data, entry));
