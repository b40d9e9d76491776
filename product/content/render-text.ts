import MarkdownIt from 'markdown-it';
import type pg from 'pg';
import type { Operator } from '#product/shared/operator.ts';
import { fillIn, sectionsOf, type TextSlug, type TextVariable } from '#product/shared/texts.ts';

/**
 * Markup that somebody writes into a text is shown as it is written, and its links lead to no
 * script.
 */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

interface ShownText {
  intro: string;
  sections: { id: string; title: string; html: string }[];
}

const NARROW = '\u202f';
const euros = (cents: number): string =>
  `${(cents / 100).toLocaleString('fr-FR', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}${NARROW}€`;

/**
 * The current values of the variables that the texts may name: the operator's particulars and the
 * platform's terms in force.
 */
export async function textVariables(
  db: Pick<pg.ClientBase, 'query'>,
  operator: Operator,
  siteUrl: string,
): Promise<Record<TextVariable, string>> {
  const { business } = operator;
  const { rows } = await db.query(
    `select fee_basis_points, pending_hours, payout_minimum_cents from public.platform_settings
     order by version desc limit 1`,
  );
  const [terms] = rows;
  if (!terms) throw new Error('No platform settings');
  return {
    exploitant: business.name,
    forme: operator.form,
    adresse: `${business.street}, ${business.postcode} ${business.city}`,
    siren: business.siren,
    tva: business.vatNumber ?? 'non assujetti',
    email: operator.email,
    telephone: operator.phone,
    directeur: operator.publisher,
    hebergeur: operator.host,
    mediateur: operator.mediator,
    site: siteUrl,
    commission: `${(terms.fee_basis_points / 100).toLocaleString('fr-FR')}${NARROW}%`,
    retenue: `${terms.pending_hours}\u00a0h`,
    minimum: euros(terms.payout_minimum_cents),
  };
}

/** A text as readers see it, in markup that is safe to show. */
export function renderText(body: string, values: Readonly<Record<TextVariable, string>>): ShownText {
  const { intro, sections } = sectionsOf(fillIn(body, values));
  return {
    intro: markdown.render(intro),
    sections: sections.map(({ id, title, body }) => ({ id, title, html: markdown.render(body) })),
  };
}

/**
 * A whole text as one piece of markup, for readers that run no scripts; the page's TextBody shows
 * the same.
 */
const markupOf = ({ intro, sections }: ShownText): string =>
  [
    '<div class="text-body grid gap-10">',
    ...(intro === '' ? [] : [`<div>${intro}</div>`]),
    ...sections.map(
      ({ id, title, html }) =>
        `<section><h2 id="${id}" class="mb-3 text-title">${markdown.utils.escapeHtml(title)}</h2><div>${html}</div></section>`,
    ),
    '</div>',
  ].join('');

/** The text in force. @returns null when nobody has written it */
export async function textInForce(db: Pick<pg.ClientBase, 'query'>, slug: TextSlug, now: Date) {
  const { rows } = await db.query(
    `select version, body, effective_at,
       (select min(n.effective_at) from public.text_versions n
        where n.slug = v.slug and n.version > v.version and n.effective_at > $2) as next_at
     from public.text_versions v where slug = $1 and effective_at <= $2 order by version desc limit 1`,
    [slug, now],
  );
  return rows[0] ?? null;
}

/** Reads texts for the documents of their pages. */
export const textReader =
  (
    pool: pg.Pool,
    { operator, siteUrl, now }: { operator: Operator; siteUrl: () => string; now: () => Date },
  ) =>
  async (slug: TextSlug): Promise<string | null> => {
    const text = await textInForce(pool, slug, now());
    return text && markupOf(renderText(text.body, await textVariables(pool, operator, siteUrl())));
  };
