import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { turnServers } from '#server/integrations/media/p2p.ts';

/** Not a well-known one, and the same for every process of a run: settings are read before anything starts. */
const PORT = 47_831;
const SECRET = 'a secret between loge and coturn';

const URL = `turn:127.0.0.1:${PORT}?transport=udp`;

export const TURN_ENV = { TURN_URL: URL, TURN_SECRET: SECRET };

export interface Credentials {
  username?: string;
  credential: string;
}

/** Credentials that no relay accepts. */
export const WRONG: Credentials = { credential: 'not what the secret makes of the name' };

/** Credentials that have expired. */
export function expired(): Credentials {
  const issued = new Date(Date.now() - 24 * 3_600_000);
  const { username, credential } =
    turnServers({ urls: [URL], secret: SECRET }, 'somebody', issued).at(-1) ?? {};
  if (username === undefined || credential === undefined) throw new Error('no credentials for a relay');
  return { username, credential };
}

/** Whether coturn is on this machine. */
export const hasCoturn = (): boolean => spawnSync('turnserver', ['--version']).error === undefined;

export interface Relay {
  start(): Promise<void>;
  /** As a machine that fails: no goodbye. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Asks for one's own address (a STUN binding request, RFC 8489), as a browser does first. */
async function answers(): Promise<boolean> {
  const socket = createSocket('udp4');
  const request = Buffer.concat([Buffer.from('000100002112a442', 'hex'), randomBytes(12)]);
  try {
    socket.send(request, PORT, '127.0.0.1');
    await once(socket, 'message', { signal: AbortSignal.timeout(200) });
    return true;
  } catch {
    return false; // not yet
  } finally {
    socket.close();
  }
}

/** A real relay on the loopback. */
export function createRelay(): Relay {
  const folder = mkdtempSync(join(tmpdir(), 'loge turn '));
  let child: ChildProcess | null = null;
  const relay: Relay = {
    async start() {
      const settings = {
        'listening-ip': '127.0.0.1',
        'listening-port': String(PORT),
        'relay-ip': '127.0.0.1',
        'static-auth-secret': SECRET,
        realm: 'loge.test',
        'user-quota': '12',
        pidfile: join(folder, 'pid'),
        'log-file': 'stdout',
      };
      const switches = [
        'use-auth-secret',
        'fingerprint',
        'allow-loopback-peers',
        'no-cli',
        'no-tcp-relay',
        'no-tls',
        'no-dtls',
      ];
      const args = [
        '-n',
        ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
        ...switches.map((name) => `--${name}`),
      ];
      const started = spawn('turnserver', args, { cwd: folder, stdio: 'ignore' });
      child = started;
      for (let tries = 0; !(await answers()); tries += 1)
        if (tries === 50 || started.exitCode !== null) throw new Error('the relay does not answer');
    },
    async kill() {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await ended;
    },
    async close() {
      await relay.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return relay;
}
