import { queryOptions, useQuery } from '@tanstack/react-query';
import { leaveWaitingList } from '#contracts/booking.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextLink } from '#web/ui/link.tsx';

interface Waiting {
  id: string;
  offer_id: string;
  offers: { title: string } | null;
  streamers: { handle: string; display_name: string } | null;
}

const waitingListsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['waiting-lists', userId],
    queryFn: async ({ signal }): Promise<Waiting[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('waiting_list_entries')
        .select('id,offer_id,offers(title),streamers(handle,display_name)')
        .eq('viewer_id', userId)
        .order('created_at')
        .abortSignal(signal)
        .overrideTypes<Waiting[], { merge: false }>()
        .throwOnError();
      return data;
    },
  });

/** Where one waits for a start to become free; nothing when nowhere. */
export function WaitingLists({ userId }: { userId: string }) {
  const list = useQuery(waitingListsQuery(userId));
  const leave = useCommand(leaveWaitingList, { changes: [['waiting-lists']] });
  if (!list.data || list.data.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h2 className="text-title">Listes d’attente</h2>
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {list.data.map(({ id, offer_id, offers, streamers }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
              <span>
                {offers?.title ?? 'Offre retirée'}
                {streamers && (
                  <>
                    {' '}
                    avec <TextLink to={`/streamer/${streamers.handle}`}>{streamers.display_name}</TextLink>
                  </>
                )}
              </span>
              <Button
                size="sm"
                tone="quiet"
                loading={leave.pending}
                onClick={() => leave.press({ offerId: offer_id })}
              >
                Ne plus attendre
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
