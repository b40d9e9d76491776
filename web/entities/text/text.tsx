import './text.css';
import { queryOptions } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { readText } from '#contracts/content.ts';
import type { ResponseOf } from '#contracts/contract.ts';
import type { TextSlug } from '#domain/content/texts.ts';
import { callCommand } from '#web/lib/call-command.ts';

/** The cache root of the texts that the team writes. */
export const TEXT_KEY = ['texts'] as const;

export const textQuery = (slug: TextSlug) =>
  queryOptions({
    queryKey: [...TEXT_KEY, slug],
    queryFn: () => callCommand(readText, { slug }),
  });

interface TextHeadProps {
  title: string;
  about: string;
}

/** The head of a text's page; the server writes the same before the page's scripts are there. */
export const TextHead = ({ title, about }: TextHeadProps) => (
  <header className="grid gap-2">
    <h1 className="text-heading">{title}</h1>
    <p className="max-w-[62ch] text-soft">{about}</p>
  </header>
);

type Shown = Pick<ResponseOf<typeof readText>, 'intro' | 'sections'>;

/** A text with a heading for each of its parts. The markup is the server's, in which nothing that anybody wrote is markup. */
export function TextBody({ intro, sections }: Shown) {
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  // The markup's links are no components: one within the site is followed without loading the page again.
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
