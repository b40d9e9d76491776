import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from 'vite';

const PLACEHOLDER = '<!--loge-config-->';

/** The server starts beside Vite and restarts after each change: a page asked for meanwhile waits for it. */
async function configOf(target: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${target}/loge-config.json`).catch((error: unknown) => {
      if (attempt === 100) throw error;
      return null;
    });
    if (answer?.ok) return answer.text();
    if (answer) throw new Error(`Le serveur répond ${answer.status} sur /loge-config.json`);
    await sleep(200);
  }
}

/**
 * `npm run dev`: Vite serves the page and hands everything else to the server behind it, at `LOGE_SERVER`; the page's
 * configuration, which that server otherwise writes into the document, is asked from it.
 */
export function devServer(): Plugin {
  const target = process.env.LOGE_SERVER ?? 'http://127.0.0.1:3001';
  const proxied = ['/auth/v1', '/rest/v1', '/realtime/v1', '/functions/v1', '/dev/mail', '/health'];
  return {
    name: 'loge:dev-server',
    apply: 'serve',
    config: () => ({
      server: {
        proxy: Object.fromEntries(
          proxied.map((path) => [path, { target, xfwd: true, ws: path === '/realtime/v1' }]),
        ),
      },
    }),
    transformIndexHtml: async (html) => {
      const script = `<script type="application/json" id="loge-config">${(await configOf(target)).replaceAll('<', '\\u003c')}</script>`;
      return html.replace(PLACEHOLDER, script);
    },
  };
}
