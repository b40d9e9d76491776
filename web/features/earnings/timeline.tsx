import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  moneyStateOf,
  type StepKind,
  shareOfStreamer,
  type TimelineStep,
} from '#product/payments/rules/timeline.ts';
import { referenceOf } from '#web/entities/booking/booking.ts';
import {
  MONEY,
  payoutName,
  payoutPath,
  type SeatWay,
  sessionWayQuery,
  type WayOf,
} from '#web/entities/payment/earnings.ts';
import { formatDateTime, formatMoney, formatShortDateTime } from '#web/lib/format.ts';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** How a step reads, and what it is: settled, waiting, wrong. */
const STEPS: Readonly<Record<StepKind, { tone: StateTone; text: string }>> = {
  paid: { tone: 'settled', text: 'Payé par le viewer' },
  paid_longer: { tone: 'settled', text: 'Prolongation payée par le viewer' },
  commission: { tone: 'neutral', text: 'Commission de Loge' },
  held: { tone: 'spot', text: 'Retenu pour vous' },
  available: { tone: 'settled', text: 'Disponible' },
  refunded: { tone: 'neutral', text: 'Remboursé au viewer' },
  settled: { tone: 'neutral', text: 'Remboursé au règlement de la session' },
  overruled: { tone: 'neutral', text: 'Remboursé après révision du règlement' },
  disputed: { tone: 'live', text: 'Contesté auprès de la banque du viewer' },
  disputed_again: { tone: 'live', text: 'Litige rouvert par la banque' },
  dispute_won: { tone: 'settled', text: 'Litige gagné' },
  dispute_lost: { tone: 'live', text: 'Litige perdu : le viewer est remboursé par sa banque' },
  payout_sent: { tone: 'spot', text: 'Parti vers votre banque' },
  payout_deducted: { tone: 'neutral', text: 'Déduit d’un versement' },
  banked: { tone: 'settled', text: 'Arrivé à votre banque' },
  made_up: { tone: 'settled', text: 'Compensé' },
  payout_failed: { tone: 'live', text: 'Refusé par votre banque, de nouveau disponible' },
  payout_returned: { tone: 'live', text: 'Renvoyé par votre banque, de nouveau disponible' },
};

/** The effect of a step on the share and the fee, where that is not all there is to say. */
function consequence({ kind, share, fee, borne, until }: TimelineStep, zone: string): string | null {
  if (kind === 'held' && until !== null) return `Jusqu’au ${formatDateTime(new Date(until), zone)}`;
  if (kind === 'held') return 'Jusqu’à la fin de la session, puis le délai de Loge';
  if (kind === 'commission' || kind === 'paid' || kind === 'paid_longer') return null;
  const parts = [
    share === 0 ? null : `${share < 0 ? '−' : '+'}\u00a0${formatMoney(Math.abs(share))} pour vous`,
    fee === 0 ? null : `${fee < 0 ? '−' : '+'}\u00a0${formatMoney(Math.abs(fee))} de commission`,
    borne > 0 ? `${formatMoney(borne)} à la charge de Loge` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

const DOTS: Readonly<Record<StateTone, string>> = {
  neutral: 'border-line-strong bg-ground',
  spot: 'border-spot bg-ground',
  settled: 'border-settled bg-settled',
  live: 'border-live bg-live',
};

/** The way of one seat's money, step by step, from the postings of the ledger. */
const SeatTimeline = ({ steps, zone }: { steps: readonly TimelineStep[]; zone: string }) => (
  <ol className="num grid">
    {steps.map((step, index) => (
      <Step
        key={`${step.kind} ${String(step.at)} ${String(index)}`}
        tone={STEPS[step.kind].tone}
        last={index === steps.length - 1}
        amount={`${step.kind === 'commission' && step.amount > 0 ? '−\u00a0' : ''}${formatMoney(step.amount)}`}
        when={formatShortDateTime(new Date(step.at), zone)}
        note={consequence(step, zone)}
      >
        {STEPS[step.kind].text}
        {step.payoutId !== null && (
          <>
            {' '}
            <TextLink
              to={payoutPath(step.payoutId)}
              className="inline-flex min-h-6 items-center font-normal whitespace-nowrap"
            >
              {payoutName(step.payoutId)}
            </TextLink>
          </>
        )}
      </Step>
    ))}
  </ol>
);

interface StepProps {
  tone: StateTone;
  last: boolean;
  amount: string;
  when: string;
  note: string | null;
  children: ReactNode;
}

function Step({ tone, last, amount, when, note, children }: StepProps) {
  return (
    <li className="relative grid grid-cols-[1rem_1fr_auto] gap-x-3 pb-5 last:pb-0">
      {!last && (
        <span
          aria-hidden="true"
          className="absolute top-3 bottom-[-0.25rem] left-[0.4375rem] w-px bg-line-strong"
        />
      )}
      <span
        aria-hidden="true"
        className={`relative mt-1.5 size-[0.9375rem] rounded-full border-2 ${DOTS[tone]}`}
      />
      <span className="grid gap-0.5">
        <span className="font-semibold">{children}</span>
        <span className="text-kicker text-muted">{when}</span>
        {note && <span className="text-small text-soft">{note}</span>}
      </span>
      <span className="font-semibold whitespace-nowrap">{amount}</span>
    </li>
  );
}

/**
 * The session and the one seat that are shown: without a seat all of the session's; nothing when
 * both are null.
 */
interface SessionWayProps extends WayOf {
  zone: string;
  onClose: () => void;
}

/**
 * The money of a session over the page, seat by seat: whose it is, where it is now, and how it got
 * there.
 */
export function SessionWay({ sessionId, bookingId, zone, onClose }: SessionWayProps) {
  return (
    <Dialog
      open={sessionId !== null || bookingId !== null}
      onOpenChange={(open) => open || onClose()}
      title="Où est cet argent"
      size="md"
    >
      {(sessionId !== null || bookingId !== null) && (
        <Seats sessionId={sessionId} bookingId={bookingId} zone={zone} />
      )}
    </Dialog>
  );
}

function Seats({ sessionId, bookingId, zone }: WayOf & { zone: string }) {
  const way = useQuery(sessionWayQuery({ sessionId, bookingId }));
  if (way.isPending) return <Skeleton className="h-72" />;
  if (way.isError)
    return (
      <ErrorLine onRetry={way.refetch} retrying={way.isFetching}>
        Le parcours de cet argent n’a pas pu être lu.
      </ErrorLine>
    );
  if (way.data === null || way.data.seats.length === 0)
    return <p className="text-soft">Aucun paiement n’est lié à cette session.</p>;
  const { title, startAt, seats } = way.data;
  const chosen = seats.filter((seat) => seat.bookingId === bookingId);
  return (
    <div className="grid gap-8">
      <p className="text-small text-soft">
        {title}, {formatDateTime(startAt, zone, { year: true })}
      </p>
      {(chosen.length > 0 ? chosen : seats).map((seat) => (
        <section key={seat.bookingId} className="grid gap-4" aria-labelledby={`way-${seat.bookingId}`}>
          <SeatHead seat={seat} />
          <SeatTimeline steps={seat.steps} zone={zone} />
        </section>
      ))}
    </div>
  );
}

function SeatHead({ seat: { bookingId, viewerName, money } }: { seat: SeatWay }) {
  const { tone, label } = MONEY[moneyStateOf(money)];
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line pb-3">
      <h3 id={`way-${bookingId}`} className="font-semibold">
        {viewerName ?? 'Compte supprimé'}
        <span className="num ml-2 text-kicker font-normal text-muted">{referenceOf({ id: bookingId })}</span>
      </h3>
      <span className="flex items-baseline gap-4">
        <span className="num font-semibold">{formatMoney(shareOfStreamer(money))} pour vous</span>
        <StateDot tone={tone}>{label}</StateDot>
      </span>
    </div>
  );
}
