import { ArrowRight, Check } from 'lucide-react';
import { type ExplainedTier, tiersAhead } from '#product/booking/rules/refund.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import { formatDateTime, formatMoney, typeset } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';

interface PolicyLinesProps {
  /** From the domain's `explainPolicy`. */
  tiers: readonly ExplainedTier[];
  /** The zone in which its hours are written. */
  zone: string;
  /**
   * Marks the tier in force; off before the booking is made, when the first tier is always meant.
   */
  marked?: boolean;
  /**
   * The reader of the policy, by default the viewer: only a viewer can lose the price by not
   * coming.
   */
  side?: 'viewer' | 'streamer';
  className?: string | undefined;
}

const when = (instant: Instant, zone: string) => formatDateTime(new Date(instant), zone);

/** Until when a tier holds: « Jusqu’au mercredi 11 mars à 18 h 30 ». */
export function tierSpan(
  { after, until }: ExplainedTier,
  zone: string,
  side: 'viewer' | 'streamer' = 'viewer',
  isFirst = false,
): string {
  if (until !== null) return `Jusqu’au ${when(until, zone)}`;
  if (after === null) return 'À tout moment';
  if (isFirst) return 'Désormais';
  return side === 'viewer' ? 'Ensuite, ou si vous ne venez pas' : 'Ensuite, ou si le viewer ne vient pas';
}

/** The refund of a tier in words: « 22,50 € remboursés (50 %) », or « rien n’est remboursé ». */
export function tierRefund({ refund, share }: ExplainedTier): string {
  if (refund === 0) return 'rien n’est remboursé';
  return `${formatMoney(refund)} remboursés${share < 10_000 ? ` (${String(share / 100)}\u00a0%)` : ''}`;
}

/**
 * The refund of a cancellation, in euros and with the exact hours, tier by tier; a deadline that
 * has passed is left out.
 */
export function PolicyLines({ tiers, zone, marked = false, side, className }: PolicyLinesProps) {
  return (
    <ul className={classNames('num grid content-start gap-2 text-small', className)}>
      {tiersAhead(tiers).map((tier, index) => {
        const here = marked && tier.inForce;
        return (
          <li
            key={String(tier.after)}
            aria-current={here || undefined}
            className="grid grid-cols-[1rem_1fr] gap-2.5 text-soft"
          >
            {here && tier.refund === 0 ? (
              <ArrowRight aria-hidden="true" className="mt-1 size-4 text-soft" />
            ) : here ? (
              <Check aria-hidden="true" className="mt-1 size-4 text-settled" />
            ) : (
              <span
                aria-hidden="true"
                className="mt-2 size-1.5 justify-self-center rounded-full border border-current"
              />
            )}
            <span>
              {typeset(`${tierSpan(tier, zone, side, index === 0)} :`)}{' '}
              <b className="font-semibold text-ink">{tierRefund(tier)}</b>
              {here && (
                <span className={tier.refund === 0 ? undefined : 'text-settled'}> · en ce moment</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
