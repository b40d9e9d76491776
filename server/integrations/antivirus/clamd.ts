import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { type Scanner, ScannerAway } from './scanner.ts';

/** Longest silence of the scanner, in milliseconds: a film of 25 MB takes it a few seconds. */
const SILENCE = 60_000;
/** The longest answer: a line with the name of a virus. */
const MOST_ANSWER = 4096;

/**
 * ClamAV's server over TCP (`clamd`, command INSTREAM): a file is sent in pieces, each after its
 * length in four bytes, and ends with a length of zero. The answer is one line.
 * @param url `tcp://host:3310`
 */
export function clamdScanner(url: string): Scanner {
  const { hostname, port } = new URL(url);
  return {
    async scan(file: Readable) {
      const socket = connect({ host: hostname, port: Number(port || 3310) });
      socket.setTimeout(SILENCE, () => socket.destroy(new Error('the virus scanner does not answer')));
      let failure: Error | null = null;
      socket.on('error', (error) => {
        failure = error;
      });
      let said = '';
      socket.on('data', (data: Buffer) => {
        said += data.toString('latin1');
        if (said.length > MOST_ANSWER) socket.destroy(new Error('the virus scanner says too much'));
      });
      // `once` of node:events would also reject on an error, which nobody might wait for.
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
      });
      try {
        await once(socket, 'connect').catch((error: Error) => {
          throw new ScannerAway(`the virus scanner is away: ${error.message}`, { cause: error });
        });
        socket.write('zINSTREAM\0');
        for await (const piece of file) {
          // It answers early, and hangs up, when the file is larger than it takes.
          if (socket.destroyed || !socket.writable) break;
          const bytes = Buffer.from(piece);
          if (bytes.length === 0) continue;
          const length = Buffer.alloc(4);
          length.writeUInt32BE(bytes.length);
          socket.write(length);
          if (!socket.write(bytes))
            await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
        }
        if (socket.writable) socket.end(Buffer.alloc(4));
        await closed;
      } finally {
        file.destroy();
        socket.destroy();
      }
      return parseAnswer(said, failure);
    },
  };
}

/** @throws Error unless the scanner said that there is nothing, or what there is */
function parseAnswer(said: string, failure: Error | null): string | null {
  const line = said.replace(/\0.*$/s, '').trim();
  if (line === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(line)?.[1];
  if (found !== undefined) return found.slice(0, 200);
  throw failure ?? new Error(`the virus scanner answered ${line === '' ? 'nothing' : line}`);
}
