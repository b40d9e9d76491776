import { useQuery } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { OFFERS_KEY, ownOffersQuery } from '#web/entities/offer/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { Preview } from '#web/features/discovery/preview.tsx';
import { CodesPanel } from '#web/features/streamer-settings/codes-panel.tsx';
import { OffersPanel } from '#web/features/streamer-settings/offers-panel.tsx';
import { pageQuery } from '#web/features/streamer-settings/queries.ts';
import { useLive } from '#web/lib/use-live.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/streamer-dashboard/offers`: what is for sale, at which price, and how long it lasts. */
export function Component() {
  const { state } = useAuth();
  const userId = state.status === 'signed-in' ? state.user.id : null;
  const page = useQuery({ ...pageQuery(userId ?? ''), enabled: userId !== null });
  const offers = useQuery({ ...ownOffersQuery(userId ?? ''), enabled: userId !== null });
  useLive([{ table: 'offers', filter: `streamer_id=eq.${userId}` }], OFFERS_KEY, userId !== null);
  if (userId === null) return null; // the guard around this page is already leading elsewhere
  return (
    <>
      <PageHeader
        title="Offres"
        description="Ce que l’on réserve avec vous : durée, prix, places et règles."
      />
      {/* An admin who looks in has an account here, and no page. */}
      {page.data === null ? (
        <EmptyState
          icon={<Tag />}
          title="Aucune offre"
          description="Votre compte n’a pas de page de streamer : il n’a rien à vendre."
        />
      ) : (
        <div className="grid gap-14">
          <OffersPanel
            userId={userId}
            published={Boolean(page.data?.published_at)}
            preview={(draft) => <Preview streamerId={userId} offer={draft} />}
          />
          {/* Below what is known: while the offers come, it would be pushed down. */}
          {offers.isPending || <CodesPanel userId={userId} handle={page.data?.handle ?? userId} />}
        </div>
      )}
    </>
  );
}
