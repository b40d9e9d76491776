import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { decodeHTML } from 'entities';
import { PurgeCSS } from 'purgecss';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import { developmentPages } from './vite-development-pages.ts';

const ROOT = join(import.meta.dirname, '..');
const MODULE = join(ROOT, 'web/app/first-lines.tsx');
const APP = '/app/main.tsx';
/** The page whose styles and scripts each of them needs, beside those of the entry. */
const PAGES: Readonly<Record<string, string>> = {
  home: 'pages/home/home-page.tsx',
  text: 'pages/text/text-page.tsx',
  help: 'pages/text/text-page.tsx',
  browse: 'pages/browse/browse-page.tsx',
  streamer: 'pages/streamer/streamer-page.tsx',
  booker: 'pages/book-session/book-session-page.tsx',
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

/** What else stands in a document before the styles of the whole page are there. */
const AROUND = [
  'web/index.html',
  'web/app/start.ts',
  'server/web/first-lines.ts',
  'product/content/render-text.ts',
];

/** What the server fills in where rules ask for it, as in `[data-chosen=yes]`. */
const FILLED_IN = 'yes no';

/** The elements that Markdown is written out as: a text's own are known to the server alone. */
const OF_TEXTS =
  '<h1><h2><h3><h4><h5><h6><p><ul><ol><li><a><em><strong><s><code><pre><blockquote><hr><br><img><table><thead><tbody><tr><th><td>';

/**
 * All that may be the name of an element, an attribute or a class in markup, or in a source that
 * makes some. A class may hold what HTML escapes, and equals signs: `[&>svg]:size-4`,
 * `aria-[current=page]:text-ink`.
 */
const namesIn = (text: string): string[] =>
  text.split(/[\s"'`<>]+/).flatMap((word) => [decodeHTML(word), ...word.split('=')]);

/**
 * The rules that can hold for some markup: a quarter of all. What it takes for a name too many
 * keeps a rule too many.
 */
async function rulesFor(markup: readonly string[], css: string): Promise<string> {
  const [kept] = await new PurgeCSS().purge({
    content: markup.map((raw) => ({ raw, extension: 'html' })),
    css: [{ raw: css }],
    defaultExtractor: namesIn,
    keyframes: true,
    // A rule of states alone, as the ring of what has the focus, may hold for anything.
    safelist: [/^:/],
  });
  return kept?.css ?? '';
}

type Chunk = Rolldown.OutputChunk;

/**
 * The style sheets of a chunk and of all that it imports, each once and after those that it builds
 * on.
 */
function stylesOf(chunk: Chunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const below = chunk.imports.flatMap((name) => {
    const imported = bundle[name];
    return imported?.type === 'chunk' ? stylesOf(imported, bundle, seen) : [];
  });
  return [...below, ...(chunk.viteMetadata?.importedCss ?? [])];
}

/** The files of a chunk and of all that it imports, each after those that it builds on. */
function scriptsOf(chunk: Chunk, bundle: Rolldown.OutputBundle): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = ({ fileName, imports }: Chunk) => {
    if (seen.has(fileName)) return;
    seen.add(fileName);
    for (const name of imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') visit(imported);
    }
    files.add(fileName);
  };
  visit(chunk);
  return files;
}

const chunksOf = (bundle: Rolldown.OutputBundle): Chunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

/** The chunk that a module begins; undefined when there is none. */
const chunkOf = (bundle: Rolldown.OutputBundle, module: string): Chunk | undefined =>
  chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(module) ?? false);

/**
 * The scripts of the app itself, which every page needs, beside the one that starts it.
 * @throws Error when the build has none
 */
export function appScripts(bundle: Rolldown.OutputBundle): string[] {
  const start = chunksOf(bundle).find(({ isEntry }) => isEntry);
  const app = chunkOf(bundle, APP);
  if (!start || !app) throw new Error('The build has no entry');
  return [...scriptsOf(app, bundle).difference(scriptsOf(start, bundle))];
}

/**
 * Files that build on each other in a circle run in an order in which one finds another empty, and
 * the page does not open.
 * @throws Error naming the first circle
 */
function refuseCircles(bundle: Rolldown.OutputBundle): void {
  const done = new Set<string>();
  const visit = (fileName: string, above: readonly string[]): void => {
    if (above.includes(fileName))
      throw new Error(
        `Scripts import each other: ${[...above.slice(above.indexOf(fileName)), fileName].join(' → ')}`,
      );
    const chunk = bundle[fileName];
    if (done.has(fileName) || chunk?.type !== 'chunk') return;
    for (const name of chunk.imports) visit(name, [...above, fileName]);
    done.add(fileName);
  };
  for (const { fileName } of chunksOf(bundle)) visit(fileName, []);
}

/**
 * Writes `first-lines.json`: what the document of a public page shows before its scripts are there,
 * the style rules that this needs, and the page's style sheets and scripts.
 */
export function firstLinesFile(): Plugin {
  return {
    name: 'loge:first-lines',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        refuseCircles(bundle);
        const { module } = await runnerImport<FirstLines>(MODULE, {
          configFile: false,
          logLevel: 'error',
          plugins: [react(), withoutStyles, developmentPages()],
        });
        const start = chunksOf(bundle).find(({ isEntry }) => isEntry);
        const app = chunkOf(bundle, APP);
        if (!start || !app) this.error('The build has no entry');
        const around = await Promise.all(AROUND.map((file) => readFile(join(ROOT, file), 'utf8')));
        const textOf = (fileName: string): string => {
          const file = bundle[fileName];
          return file?.type === 'asset' ? Buffer.from(file.source).toString() : '';
        };
        const looks = Object.entries(module.LOOKS).map(async ([look, written]) => {
          const own = PAGES[look];
          const page = own === undefined ? undefined : chunkOf(bundle, own);
          if (own !== undefined && !page) this.error(`No chunk of the page of ${look}`);
          const needed = page ? [start, app, page] : [start, app];
          const styles = new Set(needed.flatMap((chunk) => stylesOf(chunk, bundle)));
          const scripts = new Set([...appScripts(bundle), ...(page ? scriptsOf(page, bundle) : [])]);
          const addresses = (files: Iterable<string>) => Array.from(files, (file) => `/${file}`);
          const markup = [...around, OF_TEXTS, FILLED_IN, written.html, ...Object.values(written.list ?? {})];
          return [
            look,
            {
              ...written,
              css: await rulesFor(markup, Array.from(styles, textOf).join('\n')),
              styles: addresses(styles),
              scripts: addresses(scripts.difference(scriptsOf(start, bundle))),
            },
          ] as const;
        });
        this.emitFile({
          type: 'asset',
          fileName: 'first-lines.json',
          source: JSON.stringify(Object.fromEntries(await Promise.all(looks))),
        });
      },
    },
  };
}
