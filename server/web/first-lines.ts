import { z } from 'zod';
import { escapeText, jsonInScript } from './document.ts';
import type { PageFile } from './page-files.ts';
import type { PageDescription } from './public-pages.ts';

const FILE = '/first-lines.json';
const shape = z.record(
  z.string(),
  z.object({ html: z.string(), living: z.boolean(), styles: z.array(z.string()) }),
);

const PLACE = /<div id="root">\s*<!--loge-first-->[\s\S]*?<!--\/loge-first-->\s*<\/div>/;
const STYLE_LINK = /<link rel="stylesheet"[^>]*>/;

/**
 * The first lines in the page's root, with the spec's word beside it. Nothing in them can be used before the scripts are there, so that no
 * click and no letter typed is lost: the root is inert until web/app/main.tsx has it live, or puts the page in its place.
 */
const inPlace = (html: string, living: boolean): string =>
  `<div id="root" inert${living ? ' data-living' : ''}>${html}</div><p id="loge-loading" aria-live="polite" class="fixed bottom-5 left-1/2 z-40 -translate-x-1/2 rounded-full border border-line-strong bg-raised px-4 py-2 text-small text-soft">Loading...</p>`;

/** A document in its two halves, around the lines of the head that differ from page to page. */
interface Halves {
  before: string;
  after: string;
}

/**
 * The build's first lines (scripts/vite-first-lines.ts) put into the document, with the styles that they need written out in it: what is
 * painted waits for one answer instead of two. A build without them, or a look that it does not have, leaves the document as it is.
 * @returns the halves of the document for a page
 * @throws ZodError when the file is not what the build writes
 */
export function firstLinesOf(files: ReadonlyMap<string, PageFile>, document: Halves) {
  const file = files.get(FILE);
  const looks = new Map(
    Object.entries(file ? shape.parse(JSON.parse(file.body.toString('utf8'))) : {}).map(
      ([look, { html, living, styles }]) => {
        const css = styles.map((name) => files.get(name)?.body.toString('utf8') ?? '').join('\n');
        return [
          look,
          {
            html: inPlace(html, living),
            after: document.after.replace(STYLE_LINK, () => `<style>${css}</style>`),
          },
        ] as const;
      },
    ),
  );
  return ({ first }: Pick<PageDescription, 'first'>, path: string): Halves => {
    const look = first ? looks.get(first.look) : undefined;
    if (!first || !look) return document;
    const html = look.html.replace(/\{\{(\w+)\}\}/g, (_hole, name: string) =>
      escapeText(first.words[name] ?? ''),
    );
    const words = `<script type="application/json" id="loge-first">${jsonInScript({ path, words: first.words })}</script>`;
    return {
      before: document.before,
      after: look.after.replace(PLACE, () => html).replace('</head>', () => `${words}</head>`),
    };
  };
}
