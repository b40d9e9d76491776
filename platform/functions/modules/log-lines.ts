import type { Readable } from 'node:stream';

/** In characters. The rest of a longer line is left out. */
const LONGEST = 16 * 1024;
/** The limits of a second: lines to the log and characters read. */
const MOST_LINES = 200;
const MOST_READ = 1024 * 1024;
const SECOND = 1_000;

/**
 * Hands on what a function writes, line by line. Whatever it writes, the server keeps at most one
 * line of it: beyond so many lines a second the rest is left out, and who writes faster than the
 * server wants to read waits, as with any full pipe.
 */
export function logLines(stream: Readable, log: (line: string) => void): void {
  let line = '';
  let lines = 0;
  let read = 0;
  let since = performance.now();
  const end = () => {
    lines += 1;
    if (lines <= MOST_LINES) log(line);
    else if (lines === MOST_LINES + 1) log('… it writes too much: the rest of this second is left out');
    line = '';
  };
  const renew = () => {
    lines = 0;
    read = 0;
    since = performance.now();
  };
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const passed = performance.now() - since;
    if (passed >= SECOND) renew();
    const [first = '', ...others] = text.split('\n');
    line += first.slice(0, LONGEST - line.length);
    for (const other of others) {
      end();
      line = other.slice(0, LONGEST);
    }
    read += text.length;
    if (read <= MOST_READ) return;
    stream.pause();
    setTimeout(() => {
      renew();
      stream.resume();
    }, SECOND).unref();
  });
  stream.on('end', () => {
    if (line !== '') end();
  });
}
