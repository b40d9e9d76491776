import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { TEXTS } from '#product/shared/texts.ts';
import { Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { formatDay } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { textsQuery, type WrittenText } from './queries.ts';
import { TextEditor } from './text-editor.tsx';

/** The legal texts and the help, each with its draft, its versions and when they take effect. */
export function Texts({ wanted }: { wanted: string | null }) {
  const texts = useQuery(textsQuery);
  const chosen = TEXTS.find(({ slug }) => slug === wanted) ?? TEXTS[0];
  return (
    <Loaded query={texts} failed="Les textes n’ont pas pu être chargés">
      {(written) => {
        const text = written.find(({ slug }) => slug === chosen.slug);
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[17rem_minmax(0,1fr)]">
            <nav aria-label="Textes">
              <ul className="grid gap-1 sm:grid-cols-2 xl:grid-cols-1">
                {TEXTS.map(({ slug, title }) => (
                  <li key={slug}>
                    <TextLine
                      title={title}
                      slug={slug}
                      current={slug === chosen.slug}
                      text={written.find((each) => each.slug === slug)}
                    />
                  </li>
                ))}
              </ul>
            </nav>
            {text && <TextEditor key={`${text.slug}/${String(text.newest.version)}`} text={text} />}
          </div>
        );
      }}
    </Loaded>
  );
}

interface TextLineProps {
  slug: string;
  title: string;
  current: boolean;
  text: WrittenText | undefined;
}

function TextLine({ slug, title, current, text }: TextLineProps) {
  const inForce = text?.versions.find(({ effective_at }) => new Date(effective_at) <= new Date());
  return (
    <Link
      to={`?text=${slug}`}
      aria-current={current ? 'page' : undefined}
      className="flex min-h-14 items-center justify-between gap-3 rounded-md px-3 py-2 hover:bg-hover aria-[current=page]:bg-raised"
    >
      <span className="grid">
        <span className="font-medium">{title}</span>
        <span className="text-small text-muted">
          {inForce
            ? `N° ${String(inForce.version)}, du ${formatDay(inForce.effective_at, TEAM_ZONE, { weekday: false, month: 'short', year: true })}`
            : 'Pas encore en vigueur'}
        </span>
      </span>
      {text?.draft && <Badge>Brouillon</Badge>}
      {text?.house && !text.draft && <Badge>À comparer</Badge>}
    </Link>
  );
}
