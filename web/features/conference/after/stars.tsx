import { Star } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';

export const STARS = [1, 2, 3, 4, 5] as const;
const WORDS = ['', 'Décevant', 'Moyen', 'Bien', 'Très bien', 'Excellent'];
export const starText = (rating: number): string =>
  `${String(rating)} étoile${rating > 1 ? 's' : ''} sur 5, ${(WORDS[rating] ?? '').toLowerCase()}`;

/** A rating as stars; words for those who do not see them. */
export const Stars = ({ rating }: { rating: number }) => (
  <p role="img" aria-label={starText(rating)} className="flex gap-1 text-spot">
    {STARS.map((star) => (
      <Star
        key={star}
        aria-hidden="true"
        className={classNames('size-6', star <= rating && 'fill-current')}
      />
    ))}
  </p>
);
