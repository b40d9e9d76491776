import { queryOptions, useQuery } from '@tanstack/react-query';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { useAskedRow } from '#web/features/admin/asked-row.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { joined } from '#web/lib/joined.ts';
import { personPage } from '#web/lib/paths.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';

/** Payouts that failed and that no later one has taken along. */
export const failedPayoutsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'failed-payouts'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('admin_failed_payouts')
      .select(
        'id,streamer_id,streamer_name,streamer_email,provider_reference,amount_cents,ended_at,last_error',
      )
      .order('ended_at', { ascending: false })
      .limit(100)
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
});

const REASONS: Readonly<Record<string, string>> = {
  'refused by the bank': 'Refusé par la banque',
  'returned by the bank': 'Renvoyé par la banque',
};

/** Why, in words; what a provider alone says is shown as it says it. */
const reasonText = (error: string | null): string =>
  error === null ? 'Sans motif connu' : (REASONS[error] ?? `Refusé par le prestataire (${error})`);

/**
 * The payouts that need attention: the money is back in each streamer's balance and leaves with the
 * next payout. Renders nothing when there are none.
 */
export function FailedPayouts() {
  const failed = useQuery(failedPayoutsQuery);
  const asked = useAskedRow('payout');
  if (failed.isError) {
    return (
      <ErrorLine onRetry={failed.refetch} retrying={failed.isFetching}>
        Les versements en échec n’ont pas pu être chargés.
      </ErrorLine>
    );
  }
  if (!failed.data || failed.data.length === 0) return null;
  return (
    <section className="mb-8 grid gap-4" aria-labelledby="failed-payouts">
      <div className="grid gap-1">
        <h2 id="failed-payouts" className="text-title">
          Versements en échec
        </h2>
        <p className="text-small text-soft">
          La somme est de retour dans le solde du streamer, qui est prévenu. Elle repart avec son prochain
          versement.
        </p>
      </div>
      <Card padded={false}>
        <ul className="num divide-y divide-line">
          {failed.data.map((payout) => (
            <li
              key={payout.id}
              {...asked(payout.id)}
              className="flex items-center justify-between gap-4 px-5 py-3 aria-[current=true]:bg-wash"
            >
              <div className="grid min-w-0 gap-0.5">
                {payout.streamer_name === null ? (
                  <span>Compte supprimé</span>
                ) : (
                  <TextLink to={personPage(payout.streamer_id)} className="inline-flex min-h-11 items-center">
                    {payout.streamer_name}
                  </TextLink>
                )}
                <span className="text-small break-words text-muted">
                  {joined([
                    reasonText(payout.last_error),
                    payout.ended_at &&
                      formatDateTime(payout.ended_at, TEAM_ZONE, { weekday: false, year: true }),
                    payout.provider_reference,
                  ])}
                </span>
              </div>
              <span className="shrink-0 font-semibold">{formatMoney(payout.amount_cents)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
