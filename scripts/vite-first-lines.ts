import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import { developmentPages } from './vite-development-pages.ts';

const MODULE = join(import.meta.dirname, '../web/app/first-lines.tsx');
/** The page whose styles each of them needs, beside those of the entry. */
const PAGES: Readonly<Record<string, string>> = {
  home: 'pages/home/home-page.tsx',
  text: 'pages/text/text-page.tsx',
  help: 'pages/text/text-page.tsx',
  browse: 'pages/browse/browse-page.tsx',
  streamer: 'pages/streamer/streamer-page.tsx',
};

interface FirstLines {
  LOOKS: Record<
    string,
    { html: string; living: boolean; list?: { around: string; early: string; each: string; none: string } }
  >;
}

/** Markup needs no style sheet. */
const withoutStyles: Plugin = {
  name: 'loge:without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? '' : null),
};

type Chunk = Rolldown.OutputChunk;

/** The style sheets of a chunk and of all that it imports, each once and after those that it builds on. */
function stylesOf(chunk: Chunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const below = chunk.imports.flatMap((name) => {
    const imported = bundle[name];
    return imported?.type === 'chunk' ? stylesOf(imported, bundle, seen) : [];
  });
  return [...below, ...(chunk.viteMetadata?.importedCss ?? [])];
}

/** Writes `first-lines.json`: what the document of a public page shows before its scripts are there, and the style sheets that this needs. */
export function firstLinesFile(): Plugin {
  return {
    name: 'loge:first-lines',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { module } = await runnerImport<FirstLines>(MODULE, {
          configFile: false,
          logLevel: 'error',
          plugins: [react(), withoutStyles, developmentPages()],
        });
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        if (!entry) this.error('The build has no entry');
        const looks = Object.entries(module.LOOKS).map(([look, written]) => {
          const page = chunks.find(({ facadeModuleId }) => {
            const own = PAGES[look];
            return own !== undefined && (facadeModuleId?.endsWith(own) ?? false);
          });
          if (look in PAGES && !page) this.error(`No chunk of the page of ${look}`);
          const styles = new Set(
            [entry, ...(page ? [page] : [])].flatMap((chunk) => stylesOf(chunk, bundle)),
          );
          return [look, { ...written, styles: [...styles].map((file) => `/${file}`) }] as const;
        });
        this.emitFile({
          type: 'asset',
          fileName: 'first-lines.json',
          source: JSON.stringify(Object.fromEntries(looks)),
        });
      },
    },
  };
}
