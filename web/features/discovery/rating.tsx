import { Star } from 'lucide-react';
import { formatAverage, plural } from '#web/lib/numbers.ts';
import { classNames } from '#web/ui/class-names.ts';

interface RatingProps {
  average: number;
  count: number;
  className?: string;
}

/** « ★ 4,8 (40) ». */
export function Rating({ average, count, className }: RatingProps) {
  return (
    <span className={classNames('num inline-flex items-center gap-1 whitespace-nowrap', className)}>
      <Star aria-hidden="true" className="size-3.5 fill-current" />
      <span className="sr-only">Note : </span>
      {formatAverage(average)}
      <span className="sr-only"> sur 5, {plural(count, 'avis', 'avis')}</span>
      <span aria-hidden="true" className="text-muted">
        ({count})
      </span>
    </span>
  );
}

/** Five stars, the given number of them full. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${String(rating)} sur 5`} className="inline-flex gap-0.5 text-ink">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className={classNames('size-4', star <= rating ? 'fill-current' : 'text-off')}
        />
      ))}
    </span>
  );
}
