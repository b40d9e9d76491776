import { ratio } from '#domain/statistics/figures.ts';
import { formatCount, formatMoney } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Table } from '#web/ui/table.tsx';
import type { Statistics } from './queries.ts';

type Offer = Statistics['offers'][number];

interface OffersTableProps {
  offers: readonly Offer[] | undefined;
  /** How many opened each offer's calendar, by its id; left out while that is not known. */
  views?: ReadonlyMap<string, number> | undefined;
}

/** What became of the places of each offer, the one that earns most first. */
export function OffersTable({ offers, views }: OffersTableProps) {
  const count = (key: string, header: string, of: (offer: Offer) => number) => ({
    key,
    header,
    align: 'end' as const,
    cell: (offer: Offer) => formatCount(of(offer)),
  });
  return (
    <section className="grid gap-4" aria-labelledby="statistics-offers">
      <h2 id="statistics-offers" className="text-title">
        Par offre
      </h2>
      <Card padded={false} className="compact-rows">
        <Table
          caption="Ce que sont devenues les places de chaque offre"
          rows={offers ?? []}
          loadingRows={offers ? undefined : 3}
          rowKey={({ offerId }) => offerId ?? 'deleted'}
          empty={
            <EmptyState
              title="Pas encore d’offre"
              description="Chaque offre aura ici sa ligne, avec ce que sont devenues ses places."
              action={<ButtonLink to="/streamer-dashboard/settings">Créer une offre</ButtonLink>}
            />
          }
          columns={[
            {
              key: 'title',
              header: 'Offre',
              heading: true,
              cell: ({ title }) => <span className="font-semibold">{title ?? 'Offres supprimées'}</span>,
            },
            ...(views
              ? [count('views', 'Vues', ({ offerId }) => (offerId === null ? 0 : (views.get(offerId) ?? 0)))]
              : []),
            count('holds', 'Retenues', ({ holds }) => holds),
            count('paid', 'Payées', ({ paid }) => paid),
            count('sessions', 'Tenues', ({ sessions }) => sessions),
            count('cancelled', 'Annulées', ({ cancelled }) => cancelled),
            {
              key: 'rating',
              header: 'Note',
              align: 'end',
              cell: ({ ratingSum, ratings }) => {
                const rating = ratio(ratingSum, ratings);
                return rating === null ? 'Aucune' : formatCount(Math.round(rating * 10) / 10);
              },
            },
            count('waiting', 'En attente', ({ waiting }) => waiting),
            {
              key: 'net',
              header: 'Net',
              align: 'end',
              cell: ({ netCents }) => <b>{formatMoney(netCents)}</b>,
            },
          ]}
        />
      </Card>
    </section>
  );
}
