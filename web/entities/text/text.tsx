import './text.css';
import { queryOptions } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { readText } from '#product/content/contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { TEXTS, type TextSlug } from '#product/shared/texts.ts';
import { callCommand, contractToCome } from '#web/lib/call-command.ts';
import { SearchInput } from '#web/ui/search-input.tsx';

/** The cache root of the texts that the team writes. */
export const TEXT_KEY = ['texts'] as const;

const read = contractToCome(
  'content/read-text',
  async () => (await import('#product/content/contract.ts')).readText,
);

export const textQuery = (slug: TextSlug) =>
  queryOptions({
    queryKey: [...TEXT_KEY, slug],
    queryFn: () => callCommand(read, { slug }),
  });

interface TextFrameProps {
  title: string;
  about: string;
  /** Of the text that is shown, marked among the others. */
  slug?: TextSlug;
  /** Between the head and the text. */
  search?: ReactNode;
  children: ReactNode;
}

/**
 * The page of a text, around it; the server writes the same before the page's scripts are there.
 */
export const TextFrame = ({ title, about, slug: current, search, children }: TextFrameProps) => (
  <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 pt-6 pb-16 sm:pt-10 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-16">
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8">
      <header className="grid gap-2">
        <h1 className="text-heading">{title}</h1>
        <p className="max-w-[62ch] text-soft">{about}</p>
      </header>
      {search}
      {children}
    </div>
    {/* After the text: a browser shows the document while it comes, and on a telephone the text would push this away. */}
    <nav aria-label="Textes de Loge" className="lg:order-first lg:pt-2">
      <ul className="grid gap-1 text-small">
        {TEXTS.map(({ slug, title }) => (
          <li key={slug}>
            <Link
              to={`/${slug}`}
              aria-current={slug === current ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-sm px-3 text-soft hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  </div>
);

/** Finds among the questions of the help, as one types. */
export const HelpSearch = ({ onSearch }: { onSearch: (text: string) => void }) => (
  <SearchInput
    label="Chercher dans l’aide"
    placeholder="Annuler, facture, micro…"
    onSearch={onSearch}
    onType={onSearch}
    className="max-w-[520px]"
  />
);

type Shown = Pick<ResponseOf<typeof readText>, 'intro' | 'sections'>;

/**
 * A text with a heading for each of its parts. The markup is the server's, in which nothing that
 * anybody wrote is markup.
 */
export function TextBody({ intro, sections }: Shown) {
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  // The markup's links are no components: one within the site is followed without loading the page
  // again.
  useEffect(() => {
    const node = place.current;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (link.origin !== window.location.origin || link.pathname === window.location.pathname) return;
      event.preventDefault();
      void navigate(`${link.pathname}${link.search}${link.hash}`);
    };
    node?.addEventListener('click', follow);
    return () => node?.removeEventListener('click', follow);
  }, [navigate]);
  return (
    <div ref={place} className="text-body grid gap-10">
      {intro !== '' && <div dangerouslySetInnerHTML={{ __html: intro }} />}
      {sections.map(({ id, title, html }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} className="mb-3 scroll-mt-6 text-title">
            {title}
          </h2>
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </section>
      ))}
    </div>
  );
}
