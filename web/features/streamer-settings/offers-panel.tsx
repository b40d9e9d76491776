import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Tag } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import {
  inPlace,
  OFFERS_KEY,
  type OwnOffer,
  ownOffersQuery,
  saveOrder,
  withdrawnOffersQuery,
} from '#web/entities/offer/queries.ts';
import { RemovedNote, WithheldLine } from '#web/entities/report/removed-note.tsx';
import { useDragOrder } from '#web/features/streamer-settings/drag-order.ts';
import { newOfferOf } from '#web/features/streamer-settings/offer-fields.ts';
import { OfferRow } from '#web/features/streamer-settings/offer-row.tsx';
import { type OfferDraft, OfferWindow } from '#web/features/streamer-settings/offer-window.tsx';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface OffersPanelProps {
  userId: string;
  published: boolean;
  /** Renders an offer that is being written as viewers would see it. */
  preview: (draft: OfferDraft) => ReactNode;
}

/** One's offers in the order of the page; the one in the address is open. */
export function OffersPanel({ userId, published, preview }: OffersPanelProps) {
  const queries = useQueryClient();
  const { params, change } = useAddress();
  const query = useQuery(ownOffersQuery(userId));
  const withdrawn = useQuery(withdrawnOffersQuery(userId));
  const [away, setAway] = useState<OwnOffer | null>(null);
  const changes = [OFFERS_KEY];
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState('');
  // One order after the other, as they were made.
  const saving = useRef(Promise.resolve());
  const saveNext = (next: readonly OwnOffer[]): Promise<void> => {
    const saved = saving.current.then(() => saveOrder(next));
    saving.current = saved.catch(() => undefined);
    return saved;
  };
  const reorder = useAction(saveNext, {
    changes,
    failed: 'L’ordre n’a pas pu être enregistré',
    ahead: (next) => {
      // A list that is being fetched after an earlier move does not know this one.
      void queries.cancelQueries({ queryKey: ownOffersQuery(userId).queryKey });
      queries.setQueryData(ownOffersQuery(userId).queryKey, inPlace(next));
      return () => queries.setQueryData(ownOffersQuery(userId).queryKey, query.data);
    },
  });
  const duplicate = useAction(
    async ({ id: _, updated_at: __, opened_at: ___, ...offer }: OwnOffer) => {
      const { supabase } = await loadClient();
      const title = `${offer.title.slice(0, 70)} (copie)`;
      const copy = { ...offer, title, is_active: false, streamer_id: userId, position: offers.length };
      await supabase.from('offers').insert(copy).throwOnError();
    },
    {
      changes,
      failed: 'L’offre n’a pas pu être dupliquée',
      done: () => ({
        title: 'Offre dupliquée',
        description: 'La copie est fermée : relisez-la, puis ouvrez-la.',
      }),
    },
  );
  const putAway = useAction(
    async ({ id }: OwnOffer) => {
      const { supabase } = await loadClient();
      await supabase
        .from('offers')
        .update({ archived_at: new Date().toISOString() })
        .eq('id', id)
        .throwOnError();
    },
    { changes, done: (_, { title }) => ({ title: 'Offre rangée', description: title }) },
  );

  const move = (from: number, to: number) => {
    const next = [...(query.data ?? [])];
    const [moved] = next.splice(from, 1);
    if (!moved) return;
    next.splice(to, 0, moved);
    setSaid(`${moved.title} : ${to + 1} sur ${next.length}`);
    reorder.press(next);
  };
  const order = useDragOrder(list, query.data?.length ?? 0, move);

  if (query.isPending) return <Skeleton className="h-80" />;
  if (query.isError) {
    return (
      <ErrorState
        title="Vos offres n’ont pas pu être chargées"
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const offers = query.data;
  const editable = (withdrawn.data ?? []).filter(({ removed_at: removedAt }) => removedAt === null);
  const asked = params.get('offer');
  const open = asked === 'new' ? null : [...offers, ...editable].find(({ id }) => id === asked);
  const lastOpen = published && away?.is_active && offers.filter((offer) => offer.is_active).length === 1;
  return (
    <section aria-labelledby="offers-title" className="max-w-3xl">
      <div className="flex flex-wrap items-start justify-between gap-4 border-b border-line pb-5">
        <div className="grid gap-1.5">
          <h2 id="offers-title" className="display text-title">
            Vos offres
          </h2>
          <p className="max-w-[52ch] text-small text-soft">
            Ce que l’on réserve avec vous, dans l’ordre de votre page.
          </p>
        </div>
        <Button tone={open === undefined ? 'spot' : 'outline'} onClick={() => change({ offer: 'new' })}>
          <Plus aria-hidden="true" />
          Nouvelle offre
        </Button>
      </div>
      {offers.length === 0 ? (
        <EmptyState
          icon={<Tag />}
          title="Pas encore d’offre"
          description="Un titre, une durée, un prix : cela suffit pour la première. Le reste se règle plus tard."
        />
      ) : (
        <>
          <p id="offers-order" className="sr-only">
            Glissez la poignée, ou utilisez les flèches haut et bas du clavier.
          </p>
          <p aria-live="polite" className="sr-only">
            {said}
          </p>
          <ul ref={list} aria-label="Vos offres" aria-busy={reorder.pending}>
            {offers.map((offer, index) => (
              <OfferRow
                key={offer.id}
                offer={offer}
                first={index === 0}
                last={index === offers.length - 1}
                handle={order.handleOf(index)}
                style={order.styleOf(index)}
                dragged={order.dragged === index}
                onEdit={() => change({ offer: offer.id })}
                onMove={(by) => move(index, index + by)}
                onDuplicate={() => duplicate.press(offer)}
                onPutAway={() => setAway(offer)}
              />
            ))}
          </ul>
        </>
      )}
      {withdrawn.isError && (
        <ErrorLine onRetry={withdrawn.refetch} retrying={withdrawn.isFetching}>
          Les offres masquées ou retirées par l’équipe n’ont pas pu être chargées.
        </ErrorLine>
      )}
      {(withdrawn.data ?? []).length > 0 && (
        <section aria-labelledby="withdrawn-title" className="mt-8 grid gap-1">
          <h3 id="withdrawn-title" className="text-title">
            Masquées ou retirées par l’équipe
          </h3>
          <ul>
            {(withdrawn.data ?? []).map(({ id, title, removed_at: removedAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3">
                <div className="grid min-w-0 flex-1 basis-64 gap-1">
                  <h4 className="wrap-anywhere">{title}</h4>
                  {removedAt === null ? (
                    <WithheldLine>
                      Masquée : vous seul la voyez. La raison vous a été écrite par e-mail. Corrigée, elle
                      peut être montrée à nouveau.
                    </WithheldLine>
                  ) : (
                    <RemovedNote kind="offer" id={id} />
                  )}
                </div>
                {removedAt === null && (
                  <Button
                    size="sm"
                    tone="quiet"
                    aria-label={`Modifier ${title}`}
                    onClick={() => change({ offer: id })}
                  >
                    <Pencil aria-hidden="true" />
                    Modifier
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {open !== undefined && (
        <OfferWindow
          key={asked}
          userId={userId}
          offer={open}
          beginning={newOfferOf(params)}
          position={offers.length}
          preview={preview}
          onSaved={() => queries.invalidateQueries({ queryKey: OFFERS_KEY })}
          onClose={() => change({ offer: null, price: null, minutes: null, seats: null })}
        />
      )}
      <ConfirmDialog
        open={away !== null}
        onOpenChange={(next) => !next && setAway(null)}
        title={`Ranger « ${away?.title ?? ''} » ?`}
        description="Elle quitte votre page et ne se réserve plus. Les sessions déjà réservées restent prévues."
        cost={
          lastOpen ? 'C’est votre dernière offre ouverte : votre page n’en proposera plus aucune.' : undefined
        }
        confirmLabel="Ranger l’offre"
        onConfirm={async () => {
          if (away) await putAway.run(away);
        }}
      />
    </section>
  );
}
