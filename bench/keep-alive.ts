import { connect, type Socket } from 'node:net';

/**
 * One keep-alive connection that posts JSON, one request at a time. The client shares two processors with what it
 * measures, so it does no more than it must: Node's own clients cost as much as the request they ask for.
 */
export class KeepAlive {
  readonly #socket: Socket;
  readonly #head: string;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | null = null;

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    const { hostname, port, host } = new URL(url);
    this.#head = Object.entries({ host, 'content-type': 'application/json', ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    this.#socket = connect(Number(port), hostname).setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')));
  }

  /** @throws Error with the answer unless it is a 200 */
  post(path: string, body: object): Promise<string> {
    const sent = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(
        `POST ${path} HTTP/1.1\r\n${this.#head}content-length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`,
      );
    });
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    const waiting = this.#waiting;
    if (length === undefined) {
      waiting?.reject(new Error(`an answer without its length:\n${head}`));
      return;
    }
    const whole = end + 4 + Number(length);
    if (this.#received.length < whole) return;
    const body = this.#received.toString('utf8', end + 4, whole);
    this.#received = this.#received.subarray(whole);
    this.#waiting = null;
    if (head.startsWith('HTTP/1.1 200 ')) waiting?.resolve(body);
    else waiting?.reject(new Error(`${head}\n${body}`));
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }
}
