import { useState } from 'react';
import { ratio } from '#product/insight/rules/figures.ts';
import { formatCount, formatMoney, plural } from '#web/lib/format.ts';
import { joined } from '#web/lib/joined.ts';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Table } from '#web/ui/table.tsx';
import type { Statistics } from './queries.ts';

type Offer = Statistics['offers'][number];

interface OffersTableProps {
  offers: readonly Offer[] | undefined;
  /** How many opened each offer's calendar, by its id; left out while that is not known. */
  views?: ReadonlyMap<string, number> | undefined;
}

/** An offer on a telephone: its name and net, and everything else in a line of words. */
function OfferLine({ offer, views }: { offer: Offer; views: number | null }) {
  const { holds, paid, attended, cancelled, ratings, ratingSum, waiting } = offer;
  const rating = ratio(ratingSum, ratings);
  const facts = [
    views === null ? null : plural(views, 'vue', 'vues'),
    plural(holds, 'retenue', 'retenues'),
    plural(paid, 'payée', 'payées'),
    plural(attended, 'tenue', 'tenues'),
    plural(cancelled, 'annulée', 'annulées'),
    rating === null ? 'sans note' : `note ${formatCount(Math.round(rating * 10) / 10)}`,
    `${formatCount(waiting)} en attente`,
  ];
  return (
    <li className="num grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-line px-4 py-3 text-small not-first:border-t">
      <h3 className="font-semibold">{offer.title ?? 'Offres supprimées'}</h3>
      <b>{formatMoney(offer.netCents)}</b>
      <p className="col-span-2 text-kicker text-muted">{joined(facts)}</p>
    </li>
  );
}

/** The outcome of the places of each offer, the one that earns most first. */
export function OffersTable({ offers, views }: OffersTableProps) {
  const count = (key: string, header: string, of: (offer: Offer) => number) => ({
    key,
    header,
    align: 'end' as const,
    cell: (offer: Offer) => formatCount(of(offer)),
  });
  const [open, setOpen] = useState(false);
  const [best] = offers ?? [];
  const viewsOf = ({ offerId }: Offer) => (offerId === null ? 0 : (views?.get(offerId) ?? 0));
  return (
    <section className="grid gap-4" aria-labelledby="statistics-offers">
      <div className="grid gap-1">
        <h2 id="statistics-offers" className="text-title">
          Par offre
        </h2>
        {best && best.netCents > 0 && (
          <p className="num text-small text-soft sm:hidden">
            {best.title ?? 'Offres supprimées'} rapporte le plus{'\u00a0'}: {formatMoney(best.netCents)}
          </p>
        )}
      </div>
      {best && offers && (
        <Fold of="par offre" open={open} onToggle={setOpen}>
          <Card padded={false} className="md:hidden">
            <ul aria-label="Ce que sont devenues les places de chaque offre">
              {offers.map((offer) => (
                <OfferLine
                  key={offer.offerId ?? 'deleted'}
                  offer={offer}
                  views={views ? viewsOf(offer) : null}
                />
              ))}
            </ul>
          </Card>
        </Fold>
      )}
      <Card
        padded={false}
        className={classNames('compact-rows', offers && offers.length > 0 && 'max-md:hidden')}
      >
        <Table
          caption="Ce que sont devenues les places de chaque offre"
          rows={offers ?? []}
          loadingRows={offers ? undefined : 3}
          rowKey={({ offerId }) => offerId ?? 'deleted'}
          empty={
            <EmptyState
              title="Pas encore d’offre"
              description="Chaque offre aura ici sa ligne, avec ce que sont devenues ses places."
              action={<ButtonLink to="/streamer-dashboard/offers">Créer une offre</ButtonLink>}
            />
          }
          columns={[
            {
              key: 'title',
              header: 'Offre',
              heading: true,
              cell: ({ title }) => <span className="font-semibold">{title ?? 'Offres supprimées'}</span>,
            },
            ...(views ? [count('views', 'Vues', viewsOf)] : []),
            count('holds', 'Retenues', ({ holds }) => holds),
            count('paid', 'Payées', ({ paid }) => paid),
            count('attended', 'Tenues', ({ attended }) => attended),
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
