import { Link } from 'react-router';
import { categoryName } from '#domain/discovery/categories.ts';
import { plural } from '#web/lib/format.ts';

/** What there is, by how much of it: each leads to its streamers. */
export function CategoryList({ categories }: { categories: readonly { slug: string; streamers: number }[] }) {
  return (
    <ul className="num grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
      {categories.map(({ slug, streamers }) => (
        <li key={slug}>
          <Link
            to={`/browse?category=${slug}`}
            className="flex h-full min-h-20 flex-col justify-between gap-2 rounded-lg border border-line bg-stage px-4 py-3.5 transition-colors hover:border-line-strong hover:bg-raised"
          >
            <span className="display text-[1.0625rem] leading-tight">{categoryName(slug)}</span>
            <span className="text-kicker text-muted">{plural(streamers, 'streamer', 'streamers')}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
