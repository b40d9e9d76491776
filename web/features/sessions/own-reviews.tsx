import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import {
  type OwnReview,
  ownReviewsQuery,
  REVIEW_TABS,
  type ReviewTab,
} from '#web/entities/booking/own-reviews.ts';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { NextPageButton } from '#web/ui/next-page-button.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { type OwnReviewProps, OwnReviewRow } from './own-review.tsx';

const LABELS: Readonly<Record<ReviewTab, string>> = {
  all: 'Tous',
  open: 'Sans réponse',
  critical: '3 étoiles et moins',
};

const NONE: Readonly<Record<ReviewTab, { title: string; description: string }>> = {
  all: {
    title: 'Pas encore d’avis',
    description:
      'Après une session, votre viewer a quatorze jours pour en écrire un. Il paraît ici et sur votre page.',
  },
  open: { title: 'Tout a sa réponse', description: 'Un nouvel avis paraît ici dès qu’il est écrit.' },
  critical: { title: 'Aucun avis à 3 étoiles ou moins', description: 'Vos viewers repartent contents.' },
};

interface OwnReviewsProps extends Pick<OwnReviewProps, 'answer'> {
  userId: string;
  /** The one flag of a list, which asks what of it is meant. */
  report: (reviews: readonly OwnReview[]) => ReactNode;
}

/** Every review of one's own sessions, with tabs that stand in the address. */
export function OwnReviews({ userId, answer, report }: OwnReviewsProps) {
  const [params, setParams] = useSearchParams();
  const tab = REVIEW_TABS.find((each) => each === params.get('show')) ?? 'all';
  return (
    <Tabs
      label="Avis"
      items={REVIEW_TABS.map((value) => ({ value, label: LABELS[value] }))}
      value={tab}
      onValueChange={(value) =>
        setParams(value === 'all' ? {} : { show: value }, { preventScrollReset: true })
      }
    >
      <TabPanel value={tab}>
        <ReviewList key={tab} {...{ userId, tab, answer, report }} />
      </TabPanel>
    </Tabs>
  );
}

function ReviewList({ userId, tab, answer, report }: OwnReviewsProps & { tab: ReviewTab }) {
  const client = useQueryClient();
  const list = useInfiniteQuery(ownReviewsQuery(userId, tab));
  if (list.isError) {
    return (
      <ErrorState
        title="Vos avis n’ont pas pu être chargés"
        onRetry={() => list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  if (!list.data) return <SkeletonText lines={6} />;
  const reviews = list.data.pages.flat();
  if (reviews.length === 0) return <EmptyState icon={<Star />} {...NONE[tab]} />;
  return (
    <section aria-label={LABELS[tab]} className="grid gap-5">
      <ul className="divide-y divide-line rounded-lg border border-line bg-stage">
        {reviews.map((review) => (
          <OwnReviewRow
            key={review.id}
            review={review}
            answer={answer}
            onAnswered={() => void client.invalidateQueries({ queryKey: BOOKINGS_KEY })}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <NextPageButton list={list}>Lire d’autres avis</NextPageButton>
        {report(reviews)}
      </div>
    </section>
  );
}
