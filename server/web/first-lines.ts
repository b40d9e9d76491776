import { z } from 'zod';
import { escapeText, jsonInScript } from './document.ts';
import type { PageFile } from './page-files.ts';
import type { PageDescription } from './public-pages.ts';

const FILE = '/first-lines.json';
const shape = z.record(
  z.string(),
  z.object({
    html: z.string(),
    living: z.boolean(),
    css: z.string(),
    styles: z.array(z.string()),
    scripts: z.array(z.string()),
    list: z.object({ around: z.string(), early: z.string(), each: z.string(), none: z.string() }).optional(),
  }),
);

const PLACE = /<div id="root">\s*<!--loge-first-->[\s\S]*?<!--\/loge-first-->\s*<\/div>/;
const STYLE_LINK = /<link rel="stylesheet"[^>]*>/;

/**
 * The first lines in the page's root, with the « Loading... » of the specification beside it. They
 * cannot be used before the scripts have loaded, so that no click and no typed letter is lost: the
 * root is inert until web/app/start.ts has the page brought to life or replaces it.
 */
const inPlace = (html: string, living: boolean): string =>
  `<div id="root" inert${living ? ' data-living' : ''}>${html}</div><p id="loge-loading" aria-live="polite" class="fixed bottom-5 left-1/2 z-40 -translate-x-1/2 rounded-full border border-line-strong bg-raised px-4 py-2 text-small text-soft">Loading...</p>`;

/** How many things of a list have their pictures fetched before all others. */
const EARLY = 2;

/** Fills the holes of built markup. */
const filled = (html: string, words: Readonly<Record<string, string>>): string =>
  html.replace(/\{\{(\w+)\}\}/g, (_hole, name: string) => escapeText(words[name] ?? ''));

/** A document in its two halves, around the lines of the head that differ from page to page. */
interface Halves {
  before: string;
  after: string;
}

/**
 * Puts the build's first lines (scripts/vite-first-lines.ts) into the document, together with the
 * rules of their styles: the first paint then waits for one answer instead of two. The page's style
 * sheets and scripts are named to the one that starts it, which fetches them behind that paint. A build without first lines, or
 * without the requested look, leaves the document as it is.
 * @returns the halves of the document for a page
 * @throws ZodError when the file is not what the build writes
 */
export function firstLinesOf(files: ReadonlyMap<string, PageFile>, document: Halves) {
  const file = files.get(FILE);
  const looks = new Map(
    Object.entries(file ? shape.parse(JSON.parse(file.body.toString('utf8'))) : {}).map(
      ([look, { html, living, css, styles, scripts, list }]) => {
        return [
          look,
          {
            html: inPlace(html, living),
            list,
            scripts,
            styles,
            after: document.after
              .replace(STYLE_LINK, () => `<style>${css}</style>`)
              .replace(/\s*<link rel="modulepreload"[^>]*href="([^"]*)"[^>]*>/g, (link, href: string) =>
                scripts.includes(href) ? '' : link,
              )
              .replace('<script type="module"', '<script type="module" fetchpriority="low"'),
          },
        ] as const;
      },
    ),
  );
  return ({ first }: Pick<PageDescription, 'first'>, path: string | null): Halves => {
    const look = first ? looks.get(first.look) : undefined;
    if (!first || !look) return document;
    const { text = '', words, list = [] } = first;
    const pieces = look.list;
    const each = list
      .map((item, at) => filled((at < EARLY ? pieces?.early : pieces?.each) ?? '', item))
      .join('');
    const html = filled(look.html, words)
      .replace('[[text]]', () => text)
      .replace('[[list]]', () =>
        pieces && each !== '' ? pieces.around.replace('[[each]]', () => each) : (pieces?.none ?? ''),
      );
    const said = jsonInScript({
      path,
      words,
      scripts: look.scripts,
      styles: look.styles,
      ...(list.length > 0 && { list }),
    });
    const script = `<script type="application/json" id="loge-first">${said}</script>`;
    return {
      before: document.before,
      after: look.after.replace(PLACE, () => html).replace('</head>', () => `${script}</head>`),
    };
  };
}
