import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';

/** The examples of the deploy kit. */
export const DEPLOY = join(import.meta.dirname, '../../deploy');

export const has = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

interface Place {
  /** Where the proxy listens, at localhost. */
  port: number;
  /** The ports of the two processes of Loge; of a single one, twice the same. */
  processes: readonly [number, number];
  /** For what the proxy writes. */
  folder: string;
}

const caddy = ({ port, processes }: Place) => ({
  command: 'caddy',
  args: ['run', '--config', join(DEPLOY, 'Caddyfile'), '--adapter', 'caddyfile'],
  env: {
    LOGE_SITE: `http://localhost:${port}`,
    LOGE_PROCESSES: [...new Set(processes)].map((process) => `127.0.0.1:${process}`).join(' '),
    LOGE_PAGES: DEPLOY,
  },
});

/** The site within a server of its own, without the certificate. */
function nginx({ port, processes, folder }: Place) {
  const site = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_certificate.*\n/gm, '')
    .replaceAll(/127\.0\.0\.1:300([12])/g, (_, which) => `127.0.0.1:${processes[Number(which) - 1]}`)
    .replace('root /etc/loge;', `root ${DEPLOY};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const path = join(folder, 'nginx.conf');
  writeFileSync(
    path,
    `${user} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;\nevents {}\nhttp { access_log off; ${temporary}\n${site} }`,
  );
  return { command: 'nginx', args: ['-c', path, '-e', join(folder, 'error.log')], env: {} };
}

const PROXIES = { caddy, nginx };
export const PROXY_NAMES = ['caddy', 'nginx'] as const;

/**
 * A proxy with the example of the deploy kit, once what is behind it answers.
 * @returns where it answers, and how it is ended
 */
export async function openProxy(name: keyof typeof PROXIES, place: Omit<Place, 'port'>) {
  const port = await freePort();
  const { command, args, env } = PROXIES[name]({ ...place, port });
  const variables = Object.entries({ HOME: place.folder, ...env }).map(([key, value]) => `${key}=${value}`);
  const proxy: ChildProcess = spawn('env', [...variables, command, ...args], { stdio: 'ignore' });
  const origin = `http://localhost:${port}`;
  // A server whose page is not built says 404: it is there.
  await expect.poll(async () => (await fetch(origin).catch(() => null))?.status ?? 503).toBeLessThan(500);
  return {
    origin,
    async close() {
      if (proxy.exitCode !== null) return;
      proxy.kill('SIGTERM');
      await once(proxy, 'exit');
    },
  };
}
