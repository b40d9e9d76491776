import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { TEXTS } from '#product/shared/texts.ts';
import { HelpSearch, TextBody, TextFrame, textQuery } from '#web/entities/text/text.tsx';
import { cameWith } from '#web/lib/first-words.ts';
import { formatDay } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const day = (instant: string) => formatDay(instant, deviceZone(), { weekday: false, year: true });

/** Without accents and capitals: what one types finds what is written. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The text that the document of this address came with, in the server's own markup: shown until it
 * is read again.
 */
const firstText = (path: string): string | null =>
  cameWith(path) ? (document.querySelector('#root .text-body')?.outerHTML ?? null) : null;

/** A legal text, or help: `/cgu`, `/aide` and the others of product/shared/texts.ts. */
export function Component() {
  const { pathname, hash } = useLocation();
  const text = TEXTS.find(({ slug }) => pathname.startsWith(`/${slug}`)) ?? TEXTS[0];
  const read = useQuery(textQuery(text.slug));
  const [sought, setSought] = useState('');
  const [first] = useState(() => firstText(pathname));

  useEffect(() => {
    if (read.data && hash !== '')
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [read.data, hash]);

  const words = plain(sought).split(/\s+/).filter(Boolean);
  const sections = (read.data?.sections ?? []).filter(({ title, html }) => {
    const content = plain(`${title} ${html.replace(/<[^>]*>/g, ' ')}`);
    return words.every((word) => content.includes(word));
  });

  return (
    <TextFrame
      title={text.title}
      about={text.about}
      slug={text.slug}
      search={text.slug === 'aide' && <HelpSearch onSearch={setSought} />}
    >
      {read.isPending &&
        (first === null ? <SkeletonText lines={12} /> : <div dangerouslySetInnerHTML={{ __html: first }} />)}
      {read.isError && (
        <ErrorState
          title="Ce texte n’a pas pu être chargé"
          onRetry={() => read.refetch()}
          retrying={read.isFetching}
        />
      )}
      {read.data && (
        <>
          {sections.length === 0 && words.length > 0 ? (
            <EmptyState
              title="Rien là-dessus dans l’aide"
              description="Essayez un autre mot : annuler, facture, micro, versement."
            />
          ) : (
            <TextBody intro={words.length > 0 ? '' : read.data.intro} sections={sections} />
          )}
          {text.slug === 'aide' && (
            <p className="text-soft">
              Votre question n’y est pas ?{' '}
              <TextLink to="/contact" className="inline-flex min-h-11 items-center">
                Écrivez à l’équipe
              </TextLink>
            </p>
          )}
          <p className="border-t border-line pt-4 text-small text-muted">
            Version {read.data.version}, en vigueur depuis le {day(read.data.effectiveAt)}.
            {read.data.nextAt !== null &&
              ` Une nouvelle version prendra le relais le ${day(read.data.nextAt)}.`}
          </p>
        </>
      )}
    </TextFrame>
  );
}
