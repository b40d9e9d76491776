import { useQuery } from '@tanstack/react-query';
import { ownOffersQuery } from '#web/entities/offer/queries.ts';
import { LinksEditor } from '#web/features/streamer-settings/links-editor.tsx';
import { PublicProfileForm } from '#web/features/streamer-settings/profile-form.tsx';
import { PublishPanel } from '#web/features/streamer-settings/publish-panel.tsx';
import type { StreamerPage } from '#web/features/streamer-settings/queries.ts';

/** A streamer's page: is it shown, what does it say, where else are they. */
export function PublicPage({ page }: { page: StreamerPage }) {
  const offers = useQuery(ownOffersQuery(page.id));
  return (
    <>
      <PublishPanel page={page} activeOffers={offers.data?.filter((offer) => offer.is_active).length ?? 0} />
      <PublicProfileForm page={page} />
      <LinksEditor page={page} />
    </>
  );
}
