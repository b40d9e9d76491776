import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { PAYOUT_STATES, payoutName, payoutPath } from '#web/entities/payment/earnings.ts';
import { payoutsQuery } from '#web/entities/payment/payment.ts';
import { formatDay, formatMoney } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { useFewOnPhone } from '#web/ui/few-on-phone.tsx';
import { NextPageButton } from '#web/ui/next-page-button.tsx';

/** A telephone shows so many of them at first. */
const FEW = 3;

/**
 * The transfers to the streamer's bank, the latest first; each leads to its page. Nothing while
 * there was none.
 */
export function Payouts({ userId, zone }: { userId: string; zone: string }) {
  const list = useInfiniteQuery(payoutsQuery(userId));
  const payouts = list.data?.pages.flat() ?? [];
  const short = useFewOnPhone(payouts.length, FEW, 'versements');
  if (list.isError && payouts.length === 0)
    return (
      <ErrorLine onRetry={list.refetch} retrying={list.isFetching}>
        Vos versements n’ont pas pu être chargés.
      </ErrorLine>
    );
  if (payouts.length === 0) return null;
  return (
    <section className="grid gap-4" aria-labelledby="payouts">
      <h2 id="payouts" className="text-title">
        Versements
      </h2>
      <ul className="num divide-y divide-line overflow-hidden rounded-lg border border-line bg-stage">
        {payouts.map(({ id, amount_cents, state, created_at }, index) => (
          <li key={id} className={short.classOf(index)}>
            <Link
              to={payoutPath(id)}
              className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 max-[24rem]:text-small px-4 py-2 hover:bg-wash focus-visible:-outline-offset-4 sm:grid-cols-[8.5rem_minmax(0,1fr)_auto_8rem]"
            >
              <span className="max-sm:order-2 max-sm:text-kicker max-sm:text-muted">
                {formatDay(created_at, zone, { weekday: false, month: 'short', year: true })}
              </span>
              <span className="min-w-0 truncate font-semibold max-sm:col-span-2">{payoutName(id)}</span>
              <StateDot
                tone={PAYOUT_STATES[state].tone}
                className="max-sm:order-3 max-sm:col-span-2 max-sm:justify-self-end max-sm:text-kicker"
              >
                {PAYOUT_STATES[state].label}
              </StateDot>
              <span className="flex items-center justify-end gap-1.5 font-semibold whitespace-nowrap max-sm:order-1">
                {formatMoney(amount_cents)}
                <ChevronRight aria-hidden="true" className="size-4.5 text-muted max-[24rem]:hidden" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {short.button}
      <NextPageButton list={list} className={classNames('justify-self-center', short.after)} />
    </section>
  );
}
