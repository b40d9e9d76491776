import { useQuery } from '@tanstack/react-query';
import { leaveWaitingList } from '#product/booking/contract.ts';
import { OFFERS_KEY, waitingListsQuery } from '#web/entities/offer/queries.ts';
import { formatShortDateTime } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { useZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';

/** Where one waits for a start to become free; nothing when nowhere. */
export function WaitingLists({ userId }: { userId: string }) {
  const list = useQuery(waitingListsQuery(userId));
  const zone = useZone(userId);
  const leave = useCommand(leaveWaitingList, { changes: [OFFERS_KEY] });
  if (list.isError) {
    return (
      <ErrorLine onRetry={list.refetch} retrying={list.isFetching}>
        Vos listes d’attente n’ont pas pu être chargées.
      </ErrorLine>
    );
  }
  if (!list.data || list.data.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h2 className="text-title">Listes d’attente</h2>
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {list.data.map(({ id, offer_id, start_at, offers, streamers }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
              <span>
                {offers?.title ?? 'Offre retirée'}
                {streamers && (
                  <>
                    {' '}
                    avec <TextLink to={`/streamer/${streamers.handle}`}>{streamers.display_name}</TextLink>
                  </>
                )}
                {start_at && (
                  <span className="num text-soft">{`, ${formatShortDateTime(start_at, zone)}`}</span>
                )}
              </span>
              <Button
                size="sm"
                tone="quiet"
                loading={leave.pending}
                onClick={() => leave.press({ offerId: offer_id, ...(start_at && { start: start_at }) })}
              >
                Ne plus attendre
                <span className="sr-only">
                  , {offers?.title ?? 'Offre retirée'}
                  {streamers && ` avec ${streamers.display_name}`}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
