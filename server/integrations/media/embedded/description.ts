import { BadDescription } from '../media-engine.ts';

/** The four media of a room's descriptions, in the order of their m-lines. */
export const LAYOUT = [
  { name: 'audio', kind: 'audio', clockRate: 48_000 },
  { name: 'camera', kind: 'video', clockRate: 90_000 },
  { name: 'screen', kind: 'video', clockRate: 90_000 },
  { name: 'screenAudio', kind: 'audio', clockRate: 48_000 },
] as const;

export type Medium = (typeof LAYOUT)[number];

/** The seats of twelve viewers, the streamer, and an admin. */
export const MOST_PEOPLE = 14;
/**
 * Each picture goes to everybody as it came: more of them would fill the connection of the person
 * who watches.
 */
export const MOST_CAMERAS = 6;

/** The required form of a description, one entry a medium. */
export interface Expected {
  kinds: readonly ('audio' | 'video')[];
  direction: 'sendonly' | 'recvonly' | 'sendrecv';
}

const ROOM_KINDS = LAYOUT.map(({ kind }) => kind);
export const PUBLISHES: Expected = { kinds: ROOM_KINDS, direction: 'sendonly' };
export const WATCHES: Expected = { kinds: ROOM_KINDS, direction: 'recvonly' };
export const ECHOES: Expected = { kinds: ['video'], direction: 'sendrecv' };

/**
 * Lines of a browser's that are not passed on. Candidates: the browser is found by its first
 * packet, and a `.local` name would only make us ask the network for it. Transport-wide feedback:
 * with it, werift keeps a publisher at 147 kbit/s. Simulcast: nobody chooses a layer. Header
 * extensions: nobody reads one.
 */
const DROPPED =
  /^a=(?:candidate:|end-of-candidates|rid:|simulcast:|extmap:|rtcp-fb:\S+ (?:transport-cc|ccm|goog-lntf|rrtr))/;

const LONGEST_LINE = 2_000;
const MOST_LINES = 1_000;

/**
 * A browser's description, checked and without what the media server has no use for.
 * @throws BadDescription in words for a developer
 */
export function readDescription(sdp: string, { kinds, direction }: Expected): string {
  const lines = sdp.split(/\r?\n/).filter((line) => line !== '');
  if (lines.length > MOST_LINES || lines.some((line) => line.length > LONGEST_LINE))
    throw new BadDescription('too long');
  if (lines[0] !== 'v=0') throw new BadDescription('no session description');
  const starts = lines.flatMap((line, index) => (line.startsWith('m=') ? [index] : []));
  const head = lines.slice(0, starts[0]);
  const media = starts.map((start, index) => lines.slice(start, starts[index + 1]));
  if (media.length !== kinds.length) throw new BadDescription(`${kinds.length} media, not ${media.length}`);
  for (const [index, kind] of kinds.entries())
    checkMedium(media[index] ?? [], head, { kind, direction, index });
  const bundled = head.find((line) => line.startsWith('a=group:BUNDLE'))?.split(' ').length ?? 0;
  if (bundled - 1 !== kinds.length) throw new BadDescription('all media must be bundled');
  return `${lines.filter((line) => !DROPPED.test(line)).join('\r\n')}\r\n`;
}

function checkMedium(
  lines: readonly string[],
  head: readonly string[],
  { kind, direction, index }: { kind: string; direction: string; index: number },
): void {
  const [mediaLine = ''] = lines;
  const has = (start: string) => [...lines, ...head].some((line) => line.startsWith(start));
  const codec = kind === 'audio' ? /^a=rtpmap:\d+ opus\/48000/i : /^a=rtpmap:\d+ VP8\/90000/i;
  const faults: [boolean, string][] = [
    [!new RegExp(`^m=${kind} [1-9]\\d* UDP/TLS/RTP/SAVPF `).test(mediaLine), `is no ${kind}`],
    [!lines.includes(`a=${direction}`), `is not ${direction}`],
    [!has('a=ice-ufrag:') || !has('a=ice-pwd:'), 'has no ICE credentials'],
    [!has('a=fingerprint:'), 'has no fingerprint'],
    [!has('a=mid:'), 'has no mid'],
    [!lines.some((line) => codec.test(line)), `has no ${kind === 'audio' ? 'Opus' : 'VP8'}`],
    [direction !== 'recvonly' && !has('a=ssrc:'), 'names no source'],
  ];
  const fault = faults.find(([broken]) => broken);
  if (fault) throw new BadDescription(`medium ${index} ${fault[1]}`);
}

const CANDIDATE = /^a=candidate:\S+ 1 udp \d+ \S+ (\d+) typ host.*$/;

/**
 * Our description as browsers get it: reachable at each of the addresses, on the port of the
 * socket, which listens on all of them. It says once for all that we only answer checks of
 * connectivity (RFC 8445, ICE lite), which werift says for each medium, where browsers do not read
 * it.
 */
export function announce(sdp: string, addresses: readonly string[]): string {
  const lines = sdp
    .split('\r\n')
    .filter((line) => line !== 'a=ice-lite')
    .flatMap((line) => {
      const port = CANDIDATE.exec(line)?.[1];
      return port === undefined
        ? [line]
        : addresses.map((address, index) => candidate(address, { port, index }));
    });
  const first = lines.findIndex((line) => line.startsWith('m='));
  return lines.toSpliced(first, 0, 'a=ice-lite').join('\r\n');
}

/**
 * Type preference 126 of a host (RFC 8445, 5.1.2.1); of several addresses the first is preferred.
 */
const candidate = (address: string, { port, index }: { port: string; index: number }): string => {
  const priority = 126 * 2 ** 24 + (65_535 - index) * 2 ** 8 + 255;
  return `a=candidate:${index + 1} 1 udp ${priority} ${address} ${port} typ host`;
};

/**
 * Advises a publisher beyond what browsers do by themselves. Begin at a rate that shows a face:
 * without transport-wide feedback Chrome would begin at 300 kbit/s and take a quarter of a minute
 * to double it. And send next to nothing while one is silent: of twelve open microphones each
 * listener would get six hundred packets a second.
 */
export const advisePublisher = (sdp: string, startKilobits: number): string =>
  sdp
    .replace(
      /^a=rtpmap:(\d+) VP8\/90000\r\n/gim,
      (line, type: string) => `${line}a=fmtp:${type} x-google-start-bitrate=${startKilobits}\r\n`,
    )
    .replace(/^(a=fmtp:\d+ .*useinbandfec=1)(?!.*usedtx)/gm, '$1;usedtx=1');
