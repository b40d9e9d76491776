import type { PageDescription } from './public-pages.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML and XML, in an attribute too. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);

/** JSON that is safe inside a script element: it cannot end the element. */
export const jsonInScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const absolute = (origin: string, address: string): string =>
  address.startsWith('/') ? `${origin}${address}` : address;

/** Addresses of ours in JSON-LD are written as paths, under these names. */
const ADDRESSES = new Set(['@id', 'url', 'image', 'item', 'urlTemplate', 'logo']);

function withOrigin(value: unknown, origin: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withOrigin(item, origin));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      name,
      ADDRESSES.has(name) && typeof content === 'string'
        ? absolute(origin, content)
        : withOrigin(content, origin),
    ]),
  );
}

const meta = (attribute: 'name' | 'property', key: string, content: string): string =>
  `<meta ${attribute}="${key}" content="${escapeText(content)}" />`;

/** The lines of the head that differ from page to page. */
export function headOf(page: Omit<PageDescription, 'status'>, origin: string): string {
  const lines = [
    `<title>${escapeText(page.title)}</title>`,
    meta('name', 'description', page.description),
    meta('property', 'og:site_name', 'Loge'),
    meta('property', 'og:locale', 'fr_FR'),
    meta('property', 'og:type', page.kind),
    meta('property', 'og:title', page.title),
    meta('property', 'og:description', page.description),
  ];
  if (page.canonical === null) lines.push(meta('name', 'robots', 'noindex'));
  else {
    const url = absolute(origin, page.canonical);
    lines.push(`<link rel="canonical" href="${escapeText(url)}" />`, meta('property', 'og:url', url));
  }
  if (page.image !== null) {
    lines.push(
      meta('property', 'og:image', absolute(origin, page.image)),
      meta('property', 'og:image:width', '1200'),
      meta('property', 'og:image:height', '630'),
      meta('property', 'og:image:alt', page.title),
    );
  }
  lines.push(meta('name', 'twitter:card', 'summary_large_image'));
  if (page.jsonLd !== null) {
    lines.push(
      `<script type="application/ld+json">${jsonInScript(withOrigin(page.jsonLd, origin))}</script>`,
    );
  }
  return lines.join('\n    ');
}

/**
 * The built document in two halves around its head lines, so that a request only joins them.
 * @throws Error when the built document has no title or no description to replace
 */
export function splitDocument(html: string): { before: string; after: string } {
  const own = /<title>[^<]*<\/title>\s*<meta\s+name="description"[^>]*>/.exec(html);
  if (!own) throw new Error('index.html has no title followed by a description');
  return { before: html.slice(0, own.index), after: html.slice(own.index + own[0].length) };
}
