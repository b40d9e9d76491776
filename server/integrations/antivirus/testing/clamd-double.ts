import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Takes as much as ClamAV's server when it is configured so. */
const MOST = 4 * 1024 * 1024;

/** Speaks INSTREAM as `clamd` does; a file with `EICAR` in it has a virus. @returns its URL, and what ends it */
export async function openClamd(): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let waiting = Buffer.alloc(0);
    let file = Buffer.alloc(0);
    let begun = false;
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      waiting = Buffer.concat([waiting, data]);
      const command = Buffer.from('zINSTREAM\0');
      if (!begun) {
        if (waiting.length < command.length) return;
        if (!waiting.subarray(0, command.length).equals(command)) return socket.end('UNKNOWN COMMAND\0');
        begun = true;
        waiting = waiting.subarray(command.length);
      }
      while (waiting.length >= 4) {
        const length = waiting.readUInt32BE();
        if (length === 0)
          return socket.end(file.includes('EICAR') ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
        if (waiting.length < 4 + length) return;
        file = Buffer.concat([file, waiting.subarray(4, 4 + length)]);
        waiting = waiting.subarray(4 + length);
        if (file.length > MOST) return socket.end('INSTREAM size limit exceeded. ERROR\0');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `tcp://127.0.0.1:${port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
