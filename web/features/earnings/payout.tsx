import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import type { readPayout } from '#product/payments/earnings-contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { referenceOf } from '#web/entities/booking/booking.ts';
import { PAYOUT_STATES, payoutName, payoutPath, payoutQuery } from '#web/entities/payment/earnings.ts';
import { formatCount, formatDateTime, formatDay, formatMoney, plural } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Payout = ResponseOf<typeof readPayout>;

const SETTINGS = '/streamer-dashboard/settings?tab=payouts';

/**
 * One transfer to the streamer's bank: how it went, what to do where it failed, and the sessions
 * that it is made of.
 */
export function PayoutDetails({ userId, payoutId }: { userId: string; payoutId: string }) {
  const payout = useQuery(payoutQuery(userId, payoutId));
  if (payout.isPending)
    return (
      <div aria-busy="true" className="grid gap-6">
        <Skeleton className="h-36" />
        <Skeleton className="h-64" />
      </div>
    );
  if (payout.isError)
    return (
      <ErrorState
        title="Ce versement n’a pas pu être lu"
        onRetry={() => payout.refetch()}
        retrying={payout.isFetching}
      />
    );
  if (payout.data === null)
    return (
      <EmptyState
        icon={<SearchX />}
        title="Ce versement n’existe pas"
        description="Il n’est pas parmi les vôtres : l’adresse est peut-être incomplète."
        action={<ButtonLink to="/streamer-dashboard/earnings">Voir mes revenus</ButtonLink>}
      />
    );
  const zone = deviceZone();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      {payout.data.state === 'failed' && <Failure payout={payout.data} zone={zone} />}
      <Facts payout={payout.data} zone={zone} />
      <Parts payout={payout.data} zone={zone} />
    </div>
  );
}

/**
 * Describes a failed payout and its remedy; only the outcome, once a later payout took the money
 * along.
 */
function Failure({ payout, zone }: { payout: Payout; zone: string }) {
  const { returned, amountCents, retriedBy, nextPayoutAt } = payout;
  return (
    <Card className="grid gap-4 border-live-edge">
      <div className="grid gap-1.5">
        <h2 className="text-title">
          {returned ? 'Votre banque a renvoyé ce versement' : 'Votre banque a refusé ce versement'}
        </h2>
        <p className="max-w-[68ch] text-soft">
          {retriedBy ? (
            <>
              Les {formatMoney(amountCents)} sont revenus dans votre solde, et un autre versement est parti
              depuis, le {formatDay(retriedBy.createdAt, zone)} :{' '}
              <TextLink to={payoutPath(retriedBy.payoutId)}>{payoutName(retriedBy.payoutId)}</TextLink>. Vous
              n’avez rien à faire.
            </>
          ) : (
            <>
              Rien n’est perdu : les {formatMoney(amountCents)} sont de retour dans votre solde. Un compte
              fermé ou un IBAN mal saisi en est souvent la cause.{' '}
              {nextPayoutAt
                ? `Vérifiez votre compte bancaire avant le ${formatDateTime(nextPayoutAt, zone)} : l’argent repart à ce moment-là.`
                : 'Dites où verser vos revenus : l’argent repartira avec le versement suivant.'}
            </>
          )}
        </p>
      </div>
      {!retriedBy && (
        <ButtonLink to={SETTINGS} tone="spot" className="justify-self-start max-sm:w-full">
          Vérifier mon compte bancaire
        </ButtonLink>
      )}
    </Card>
  );
}

function Facts({ payout, zone }: { payout: Payout; zone: string }) {
  const { amountCents, state, createdAt, sentAt, endedAt, reference, returned } = payout;
  const { tone, label } = PAYOUT_STATES[state];
  const rows = [
    { label: 'Préparé', value: formatDateTime(createdAt, zone, { year: true }) },
    ...(sentAt ? [{ label: 'Parti', value: formatDateTime(sentAt, zone, { year: true }) }] : []),
    ...(endedAt
      ? [
          {
            label: state === 'paid' ? 'Arrivé' : returned ? 'Renvoyé' : 'Refusé',
            value: formatDateTime(endedAt, zone, { year: true }),
          },
        ]
      : []),
    { label: 'Référence bancaire', value: reference ?? 'Connue à son départ' },
  ];
  return (
    <Card className="grid gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <p className="display num text-figure">{formatMoney(amountCents)}</p>
        <StateDot tone={tone}>{returned ? 'Renvoyé par la banque' : label}</StateDot>
      </div>
      <dl className="num grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {rows.map((row) => (
          <div key={row.label} className="grid content-start gap-0.5">
            <dt className="text-kicker text-muted">{row.label}</dt>
            <dd className="text-small [overflow-wrap:anywhere]">{row.value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The shares in it; what was owed is taken off, and each leads to the way of its money. */
function Parts({ payout, zone }: { payout: Payout; zone: string }) {
  const { parts, count, amountCents } = payout;
  const sessions = new Set(parts.map(({ sessionId }) => sessionId)).size;
  return (
    <section className="grid gap-4" aria-labelledby="parts">
      <h2 id="parts" className="text-title">
        {sessions < 2
          ? 'La session de ce versement'
          : `Les ${formatCount(sessions)} sessions de ce versement`}
      </h2>
      <ul className="num divide-y divide-line overflow-hidden rounded-lg border border-line bg-stage">
        {parts.map((part) => (
          <li key={`${part.bookingId} ${String(part.extension)}`}>
            <Link
              to={`/streamer-dashboard/earnings?session=${part.sessionId}&seat=${part.bookingId}`}
              className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 hover:bg-wash focus-visible:-outline-offset-4 sm:grid-cols-[8.5rem_minmax(0,1fr)_auto]"
            >
              <span className="max-sm:hidden">
                {formatDay(part.startAt, zone, { weekday: false, month: 'short', year: true })}
              </span>
              <span className="min-w-0">
                <span className="block truncate font-semibold">
                  {part.title}
                  {part.extension && ' (prolongation)'}
                </span>
                <span className="block truncate text-small text-soft">
                  {part.viewerName ?? 'Compte supprimé'} · {referenceOf({ id: part.bookingId })}
                </span>
                <span className="block text-kicker text-muted sm:hidden">
                  {formatDay(part.startAt, zone, { weekday: false, month: 'short', year: true })}
                </span>
              </span>
              <span className="grid justify-items-end font-semibold whitespace-nowrap">
                {formatMoney(part.cents)}
                {part.cents < 0 && (
                  <span className="text-kicker font-normal text-muted">remboursé depuis</span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="num text-small text-soft">
        {count > parts.length
          ? `Les ${plural(parts.length, 'premier paiement', 'premiers paiements')} sur ${String(count)} ; ensemble, `
          : 'Ensemble :'}
        <b className="text-ink">{formatMoney(amountCents)}</b>, au centime.
      </p>
    </section>
  );
}
