/** A socket that sends and receives bare frames: for tests of frames that the official client hides, or would never send. */
export interface RawSocket {
  /** Text frames parsed, binary ones as they are. */
  frames: unknown[];
  send(frame: unknown): void;
  sendRaw(data: string | Uint8Array<ArrayBuffer>): void;
  /** Resolves with the first matching frame, received already or later. */
  frame(fits: (frame: unknown) => boolean, within?: number): Promise<unknown>;
  closed: Promise<{ code: number; reason: string }>;
  close(): void;
}

export function openRaw(url: string, apikey: string, vsn = '2.0.0'): Promise<RawSocket> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=${vsn}`;
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  const frames: unknown[] = [];
  const waiting = new Set<() => void>();
  socket.onmessage = ({ data }) => {
    frames.push(typeof data === 'string' ? JSON.parse(data) : Buffer.from(data as ArrayBuffer));
    for (const look of waiting) look();
  };
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.onclose = ({ code, reason }) => resolve({ code, reason });
  });
  const raw: RawSocket = {
    frames,
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendRaw: (data) => socket.send(data),
    frame: (fits, within = 5_000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = frames.find(fits);
          if (found === undefined) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(found);
        };
        const late = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no such frame among ${JSON.stringify(frames).slice(0, 2_000)}`));
        }, within);
        waiting.add(look);
        look();
      }),
    closed,
    close: () => socket.close(),
  };
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(raw);
    socket.onerror = () => reject(new Error('refused'));
  });
}

/** Joins in serialiser 2.0.0 and waits for the answer's payload. */
export async function joinRaw(
  socket: RawSocket,
  topic: string,
  config: object = {},
  { token, ref = '1' }: { token?: string; ref?: string } = {},
): Promise<unknown> {
  socket.send([ref, ref, topic, 'phx_join', { config, ...(token ? { access_token: token } : {}) }]);
  const answer = await socket.frame(
    (frame) => Array.isArray(frame) && frame[1] === ref && frame[2] === topic && frame[3] === 'phx_reply',
  );
  return (answer as unknown[])[4];
}
