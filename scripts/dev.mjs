// `npm run dev`: the server restarts when its files change, and Vite serves the page with hot reload in front of it.
import { spawn } from 'node:child_process';
import { ensureInstalled, environment, root, runNode24 } from './bootstrap.mjs';

await ensureInstalled({ dev: true });
const port = Number(process.env.PORT ?? 3000);
const origin = `http://localhost:${port}`;
const server = spawn(
  'node',
  [
    '--watch-path=server',
    '--watch-path=product',
    '--watch-path=platform',
    '--watch-path=database',
    'server/main.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, PORT: String(port + 1), PUBLIC_URL: process.env.PUBLIC_URL ?? origin },
  },
);
environment.LOGE_SERVER = `http://127.0.0.1:${port + 1}`;
process.exitCode = await runNode24(
  ['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'],
  {
    forwardSignals: true,
  },
);
server.kill('SIGTERM');
