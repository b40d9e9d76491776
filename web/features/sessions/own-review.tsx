import { Star } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OwnReview } from '#web/entities/booking/own-reviews.ts';
import { formatDay } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';

export interface OwnReviewProps {
  review: OwnReview;
  /** Writes the answer: from the feature that knows how. */
  answer: (reviewId: string, done: () => void) => ReactNode;
  /** Called once the answer is public. */
  onAnswered: () => void;
}

/**
 * A review of one's own session, with the answer given or the way to give one. Once it is answered
 * it leaves its list, and hands the focus to the title above it; or it stays, and the answer takes
 * the focus from the form.
 */
export function OwnReviewRow({ review, answer, onAnswered }: OwnReviewProps) {
  const root = useRef<HTMLLIElement>(null);
  useFocusHandover(root);
  const [isOpen, setOpen] = useState(false);
  const { id, rating, body, created_at: at, bookings, author } = review;
  const title = bookings?.title ?? 'Session';
  const day = formatDay(at, deviceZone(), { weekday: false, year: true, month: 'short' });
  return (
    <li ref={root} className="grid gap-4 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <p className="num flex flex-wrap items-center gap-x-3 text-kicker text-muted">
            <span className="inline-flex items-center gap-1 font-semibold text-spot">
              <Star aria-hidden="true" className="size-3.5 fill-current" />
              {rating}
              <span className="sr-only"> sur 5</span>
            </span>
            <span>
              {author ?? 'Compte supprimé'} · {title} · {day}
            </span>
          </p>
          {body !== '' && <p className="max-w-[70ch] text-small whitespace-pre-wrap text-soft">{body}</p>}
          {body === '' && (
            <p className="text-small text-muted">
              {review.removed_at === null ? 'Une note, sans texte.' : 'Texte retiré par l’équipe Loge.'}
            </p>
          )}
        </div>
        {review.answer === null && !isOpen && (
          <Button size="sm" onClick={() => setOpen(true)}>
            Répondre
            <span className="sr-only">
              {' '}
              à l’avis sur « {title} » du {day}
            </span>
          </Button>
        )}
      </div>
      {review.answer !== null && (
        <Answer justGiven={isOpen}>
          <p className="text-kicker text-muted">Votre réponse</p>
          <p className="text-small whitespace-pre-wrap text-soft">{review.answer}</p>
        </Answer>
      )}
      {isOpen && review.answer === null && <Opened>{answer(id, onAnswered)}</Opened>}
    </li>
  );
}

/** The form that replaces « Répondre », with the focus in its field. */
function Opened({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector('textarea')?.focus(), []);
  return <div ref={root}>{children}</div>;
}

/** The answer; given just now, it has the focus that the form had. */
function Answer({ justGiven, children }: { justGiven: boolean; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (justGiven) root.current?.focus();
  }, [justGiven]);
  return (
    <div
      ref={root}
      tabIndex={-1}
      className="grid max-w-[70ch] gap-1 border-l-2 border-line-strong pl-4 outline-none"
    >
      {children}
    </div>
  );
}
