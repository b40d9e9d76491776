import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { EmbedSection } from '#web/features/stream/embed-section.tsx';
import { GoalSection } from '#web/features/stream/goal-section.tsx';
import { LinkSection } from '#web/features/stream/link-section.tsx';
import { OverlaySection } from '#web/features/stream/overlay-section.tsx';
import { PanelSection } from '#web/features/stream/panel-section.tsx';
import { kitQuery } from '#web/features/stream/queries.ts';
import { pageQuery } from '#web/features/streamer-settings/queries.ts';
import { readViewing } from '#web/lib/viewing.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** `/streamer-dashboard/stream`: what leads from one's stream, and from other sites, to one's places. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return (
    <>
      <PageHeader
        title="Sur mon stream"
        description="Ce qui mène de votre direct à vos places : overlay, lien, chat, panneau et site."
      />
      <Sections userId={state.user.id} />
    </>
  );
}

function Sections({ userId }: { userId: string }) {
  const page = useQuery(pageQuery(userId));
  const isStreamer = page.data !== null && page.data !== undefined;
  // The kit holds a secret: the server gives it to nobody who looks in.
  const [looksIn] = useState(() => readViewing() !== null);
  const kit = useQuery({ ...kitQuery(userId), enabled: isStreamer && !looksIn });
  const failed = [page, kit].find(({ isError }) => isError);
  if (failed)
    return (
      <ErrorState
        title="Ce que vous montrez sur votre stream n’a pas pu être lu"
        onRetry={() => failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  // An admin who looks in has an account here, and no page.
  if (page.data === null)
    return (
      <EmptyState
        icon={<Radio />}
        title="Rien à montrer"
        description="Votre compte n’a pas de page de streamer : aucun stream n’y mène."
      />
    );
  if (!page.data || !(kit.data || looksIn)) return <Skeleton className="h-160" />;
  if (page.data.published_at === null)
    return (
      <EmptyState
        icon={<Radio />}
        title="Publiez d’abord votre page"
        description="L’overlay et les liens mènent à votre page : ils s’ouvrent avec elle."
        action={<ButtonLink to="/streamer-dashboard/settings">Ouvrir mes réglages</ButtonLink>}
      />
    );
  return (
    <>
      {kit.data ? (
        <>
          <OverlaySection overlayUrl={kit.data.overlayUrl} />
          <GoalSection places={kit.data.goalPlaces} />
        </>
      ) : (
        <EmptyState
          icon={<Radio />}
          title="L’overlay reste fermé pendant « Voir comme »"
          description="Son adresse est un secret, que seul le streamer lit. L’objectif et les sites se règlent avec lui."
        />
      )}
      <LinkSection handle={page.data.handle} />
      <PanelSection handle={page.data.handle} />
      {kit.data && <EmbedSection handle={page.data.handle} sites={kit.data.sites} />}
    </>
  );
}
