import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type pg from 'pg';

/** A proxy to a Postgres. A test can break its connections, or let it accept connections and never answer. */
export interface BreakableConnection {
  /** The same database, reached through the proxy. */
  connection: pg.ClientConfig;
  url: string;
  isSilent: boolean;
  /** How many connections were accepted so far; `open` counts the sockets that are open. */
  accepted: number;
  open(): number;
  /** Breaks every connection; new connections are accepted. */
  cut(): void;
  /** Breaks every connection and refuses new ones, as while Postgres is stopped. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  close(): Promise<void>;
}

export async function openBreakableConnection(target: pg.ClientConfig): Promise<BreakableConnection> {
  const { host = 'localhost', port = 5432, user, password, database } = target;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    proxy.accepted += 1;
    const both = [socket];
    if (proxy.isSilent) socket.resume();
    else {
      const onwards = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
      socket.pipe(onwards).pipe(socket);
      both.push(onwards);
    }
    for (const each of both) {
      sockets.add(each);
      each.on('error', () => undefined); // the test breaks them
      each.on('close', () => sockets.delete(each));
    }
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const own = await listen(0);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const takeAway = async () => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    cut();
    await closed;
  };
  const proxy: BreakableConnection = {
    connection: { ...target, host: '127.0.0.1', port: own },
    url: `postgres://${user}:${String(password)}@127.0.0.1:${own}/${database}`,
    isSilent: false,
    accepted: 0,
    open: () => sockets.size,
    cut,
    takeAway,
    bringBack: async () => {
      await listen(own);
    },
    close: () => (server.listening ? takeAway() : Promise.resolve()),
  };
  return proxy;
}
