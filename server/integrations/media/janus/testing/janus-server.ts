import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

/** Why no test can use Janus here; null when it is on this machine. */
export const withoutJanus = (): string | null =>
  spawnSync('janus', ['--version']).error === undefined
    ? null
    : 'Janus is not installed: apt-get install janus';

export interface JanusServer {
  url: string;
  start(): Promise<void>;
  /** As a machine that fails: no goodbye. */
  kill(): Promise<void>;
  /** Keeps its connections and answers nothing, until it continues. */
  freeze(frozen: boolean): void;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Turned off because rooms do not need it: a start then takes a tenth of a second. */
const libraries = (names: string) =>
  names
    .split(' ')
    .map((name) => `libjanus_${name}.so`)
    .join(',');
const PLUGINS =
  'audiobridge duktape echotest lua nosip recordplay sip streaming textroom videocall voicemail';
const TRANSPORTS = 'http mqtt nanomsg pfunix rabbitmq';

function configure(folder: string, port: number, { secret, adminKey }: Secrets): void {
  const write = (name: string, text: string) => writeFileSync(join(folder, `janus.${name}jcfg`), text);
  write(
    '',
    `general: { configs_folder = "${folder}"
      log_to_stdout = true
      debug_level = 3
      ${secret === null ? '' : `api_secret = "${secret}"`} }
    nat: { ice_enforce_list = "127.0.0.1" }
    plugins: { disable = "${libraries(PLUGINS)}" }
    transports: { disable = "${libraries(TRANSPORTS)}" }`,
  );
  write(
    'transport.websockets.',
    `general: { ws = true
      ws_ip = "127.0.0.1"
      ws_port = ${port} }
    admin: { admin_ws = false }`,
  );
  write('plugin.videoroom.', `general: { ${adminKey === null ? '' : `admin_key = "${adminKey}"`} }`);
}

interface Secrets {
  secret: string | null;
  adminKey: string | null;
}

async function answers(url: string): Promise<boolean> {
  const socket = new WebSocket(url, 'janus-protocol');
  try {
    await once(socket, 'open');
    return true;
  } catch {
    return false; // not yet
  } finally {
    socket.terminate();
  }
}

/**
 * The real one on the loopback, with nothing but video rooms; not started yet.
 * @param at its port; null: one that is free
 */
export async function createJanusServer(secrets: Secrets, at: number | null = null): Promise<JanusServer> {
  const folder = mkdtempSync(join(tmpdir(), 'loge-janus-'));
  const port = at ?? (await freePort());
  const url = `ws://127.0.0.1:${port}`;
  configure(folder, port, secrets);
  let child: ChildProcess | null = null;
  process.once('exit', () => child?.kill('SIGKILL')); // whatever became of the test
  const server: JanusServer = {
    url,
    async start() {
      const started = spawn('janus', ['-F', folder], { cwd: folder, stdio: 'ignore' });
      child = started;
      for (let tries = 0; !(await answers(url)); tries += 1) {
        if (tries === 100 || started.exitCode !== null) throw new Error('Janus does not answer');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async kill() {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null) return;
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
    },
    freeze(frozen) {
      child?.kill(frozen ? 'SIGSTOP' : 'SIGCONT');
    },
    async close() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}
