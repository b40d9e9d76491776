import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { formatDay } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';

/** Older ones are among the past bookings. */
const SHOWN = 3;

/**
 * The latest reviews of one's sessions without an answer; hidden ones are left out, since nobody
 * reads them.
 */
const unansweredQuery = (userId: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, userId, 'reviews'],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('reviews')
        .select('id,rating,body,created_at,bookings(title)')
        .eq('streamer_id', userId)
        .is('answered_at', null)
        .is('hidden_at', null)
        .order('created_at', { ascending: false })
        .limit(SHOWN)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

interface ReviewsToAnswerProps {
  userId: string;
  /** Where the answer is written, from the feature that knows how. */
  answer: (reviewId: string, done: () => void) => ReactNode;
}

/**
 * The reviews that are not answered yet; renders nothing when there are none. An answer is public,
 * and given once.
 */
export function ReviewsToAnswer({ userId, answer }: ReviewsToAnswerProps) {
  const client = useQueryClient();
  const list = useQuery(unansweredQuery(userId));
  const { data } = list;
  const [open, setOpen] = useState<string | null>(null);
  if (list.isError) {
    return (
      <ErrorLine onRetry={list.refetch} retrying={list.isFetching}>
        Les avis sans réponse n’ont pas pu être chargés.
      </ErrorLine>
    );
  }
  if (!data || data.length === 0) return null;
  const done = (answered: string) => {
    const { queryKey } = unansweredQuery(userId);
    // The row leaves with its form and the focus in it, which is handed on; closed first, the form
    // would let the focus fall.
    client.setQueryData(queryKey, (rows) => rows?.filter(({ id }) => id !== answered));
    void client.invalidateQueries({ queryKey });
  };
  return (
    <section aria-labelledby="unanswered" className="grid gap-4">
      <h2 id="unanswered" className="text-title">
        Avis sans réponse
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-stage">
        {data.map(({ id, rating, body, created_at, bookings }) => (
          <ReviewRow key={id}>
            <div className="flex flex-wrap items-center justify-between gap-4">
              <div className="grid min-w-0 flex-1 basis-60 gap-1">
                <p className="num flex flex-wrap items-center gap-x-3 text-kicker text-muted">
                  <span className="inline-flex items-center gap-1 font-semibold text-spot">
                    <Star aria-hidden="true" className="size-3.5 fill-current" />
                    {rating}
                    <span className="sr-only"> sur 5</span>
                  </span>
                  {bookings?.title ?? 'Session'}, {formatDay(created_at, deviceZone(), { weekday: false })}
                </p>
                {body !== '' && <p className="text-small whitespace-pre-wrap text-soft">{body}</p>}
              </div>
              {open !== id && (
                <Button size="sm" onClick={() => setOpen(id)}>
                  Répondre
                  <span className="sr-only">
                    {' '}
                    à l’avis sur « {bookings?.title ?? 'la session'} » du{' '}
                    {formatDay(created_at, deviceZone(), { weekday: false })}
                  </span>
                </Button>
              )}
            </div>
            {open === id && <Opened>{answer(id, () => done(id))}</Opened>}
          </ReviewRow>
        ))}
      </ul>
    </section>
  );
}

/** Answered, it leaves, and hands the focus to the title above it. */
function ReviewRow({ children }: { children: ReactNode }) {
  const root = useRef<HTMLLIElement>(null);
  useFocusHandover(root);
  return (
    <li ref={root} className="grid gap-4 px-5 py-4">
      {children}
    </li>
  );
}

/** The form that replaces « Répondre », with the focus in its field. */
function Opened({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector('textarea')?.focus(), []);
  return <div ref={root}>{children}</div>;
}
