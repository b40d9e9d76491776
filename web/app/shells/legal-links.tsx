import { Link } from 'react-router';
import { TEXTS } from '#product/shared/texts.ts';

/**
 * The texts that everybody may read, and where one writes to the team: at the foot of every page.
 */
export const LegalLinks = () => (
  <nav aria-label="Informations légales" className="flex w-full flex-wrap gap-x-6">
    {TEXTS.map(({ slug, title }) => (
      <Link key={slug} to={`/${slug}`} className="inline-flex min-h-11 items-center hover:text-ink">
        {title}
      </Link>
    ))}
    <Link to="/contact" className="inline-flex min-h-11 items-center hover:text-ink">
      Contact
    </Link>
  </nav>
);
