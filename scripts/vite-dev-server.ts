import type { Plugin } from 'vite';

const PLACEHOLDER = '<!--loge-config-->';

/**
 * `npm run dev`: Vite serves the page and hands everything else to the server behind it, at `LOGE_SERVER`; the page's
 * configuration, which that server otherwise writes into the document, is asked from it.
 */
export function devServer(): Plugin {
  const target = process.env.LOGE_SERVER ?? 'http://127.0.0.1:3001';
  const proxied = ['/auth/v1', '/rest/v1', '/functions/v1', '/dev/mail', '/health'];
  return {
    name: 'loge:dev-server',
    apply: 'serve',
    config: () => ({
      server: { proxy: Object.fromEntries(proxied.map((path) => [path, { target, xfwd: true }])) },
    }),
    transformIndexHtml: async (html) => {
      const answer = await fetch(`${target}/loge-config.json`);
      if (!answer.ok) throw new Error(`Le serveur répond ${answer.status} sur /loge-config.json`);
      const script = `<script type="application/json" id="loge-config">${(await answer.text()).replaceAll('<', '\\u003c')}</script>`;
      return html.replace(PLACEHOLDER, script);
    },
  };
}
