import { queryOptions, useQuery } from '@tanstack/react-query';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { formatDay, formatMoney, plural } from '#web/lib/format.ts';
import { personPage } from '#web/lib/paths.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';

/**
 * Streamers who were asked who they are and have not answered, those first of whom payouts wait the
 * longest.
 */
export const identityRequestsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'identity-requests'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('admin_identity_requests')
      .select(
        'streamer_id,streamer_name,year,sessions,credited_cents,available_cents,asked_at,reminded_at,waits_from',
      )
      .order('waits_from', { nullsFirst: false })
      .order('asked_at')
      .limit(100)
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
});

const date = (instant: string) =>
  formatDay(instant, 'Europe/Paris', { weekday: false, month: 'short', year: true });

/**
 * Lists the streamers who are asked for their fiscal identity, and marks those whose payouts wait
 * for it. Nothing when there is none.
 */
export function IdentityRequests() {
  const requests = useQuery(identityRequestsQuery);
  if (requests.isError)
    return (
      <ErrorLine onRetry={requests.refetch} retrying={requests.isFetching}>
        Les identités fiscales demandées n’ont pas pu être chargées.
      </ErrorLine>
    );
  if (!requests.data || requests.data.length === 0) return null;
  const now = serverNow();
  return (
    <section className="mb-8 grid gap-4" aria-labelledby="identity-requests">
      <div className="grid gap-1">
        <h2 id="identity-requests" className="text-title">
          Identités fiscales attendues
        </h2>
        <p className="text-small text-soft">
          Dès 25 sessions ou 1 800 € dans l’année, la loi veut savoir qui vend. Après deux rappels et soixante
          jours, les versements attendent la réponse.
        </p>
      </div>
      <Card padded={false}>
        <ul className="num max-h-96 divide-y divide-line overflow-y-auto">
          {requests.data.map((request) => {
            const { waits_from: from } = request;
            const waits = from !== null && Date.parse(from) <= now;
            return (
              <li key={request.streamer_id} className="flex items-center justify-between gap-4 px-5 py-3">
                <div className="grid min-w-0 gap-0.5">
                  {request.streamer_name === null ? (
                    <span>Compte supprimé</span>
                  ) : (
                    <TextLink
                      to={personPage(request.streamer_id)}
                      className="inline-flex min-h-11 items-center"
                    >
                      {request.streamer_name}
                    </TextLink>
                  )}
                  <StateDot tone={waits ? 'live' : 'spot'} className="text-small whitespace-normal!">
                    {waits
                      ? `Versements en attente depuis le ${date(from)}`
                      : from !== null
                        ? `Deux rappels, versements en attente le ${date(from)}`
                        : request.reminded_at !== null
                          ? `Demandée le ${date(request.asked_at)}, rappelée une fois`
                          : `Demandée le ${date(request.asked_at)}`}
                  </StateDot>
                  <span className="text-small text-muted">
                    {plural(request.sessions, 'session', 'sessions')} et {formatMoney(request.credited_cents)}{' '}
                    en {request.year}
                  </span>
                </div>
                <span className="grid shrink-0 justify-items-end">
                  <b>{formatMoney(request.available_cents)}</b>
                  <span className="text-kicker text-muted">disponibles</span>
                </span>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}
