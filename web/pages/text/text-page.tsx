import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { TEXTS } from '#domain/content/texts.ts';
import { TextBody, TextHead, textQuery } from '#web/entities/text/text.tsx';
import { formatDay } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const day = (instant: string) => formatDay(instant, deviceZone(), { weekday: false, year: true });

/** Without accents and capitals: what one types finds what is written. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** A legal text, or help: `/cgu`, `/aide` and the others of domain/content/texts.ts. */
export function Component() {
  const { pathname, hash } = useLocation();
  const text = TEXTS.find(({ slug }) => pathname.startsWith(`/${slug}`)) ?? TEXTS[0];
  const read = useQuery(textQuery(text.slug));
  const [sought, setSought] = useState('');
  const isHelp = text.slug === 'aide';

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
    <div className="wrap grid gap-8 pt-6 pb-16 sm:pt-10 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-16">
      <nav aria-label="Textes de Loge" className="max-lg:order-2 lg:pt-2">
        <ul className="grid gap-1 text-small">
          {TEXTS.map(({ slug, title }) => (
            <li key={slug}>
              <Link
                to={`/${slug}`}
                aria-current={slug === text.slug ? 'page' : undefined}
                className="flex min-h-11 items-center rounded-sm px-3 text-soft hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 content-start gap-8">
        <TextHead title={text.title} about={text.about} />
        {isHelp && (
          <SearchInput
            label="Chercher dans l’aide"
            placeholder="Annuler, facture, micro…"
            onSearch={setSought}
            onType={setSought}
            className="max-w-[520px]"
          />
        )}
        {read.isPending && <SkeletonText lines={12} />}
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
            <p className="border-t border-line pt-4 text-small text-muted">
              Version {read.data.version}, en vigueur depuis le {day(read.data.effectiveAt)}.
              {read.data.nextAt !== null &&
                ` Une nouvelle version prendra le relais le ${day(read.data.nextAt)}.`}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
