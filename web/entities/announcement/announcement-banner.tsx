import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Megaphone, X } from 'lucide-react';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { LinkedText } from '#web/ui/linked-text.tsx';

interface Banner {
  id: string;
  title: string;
  body: string;
}

const bannersQuery = (userId: string) =>
  queryOptions({
    queryKey: ['announcement-banners', userId],
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
    queryFn: async ({ signal }): Promise<Banner[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('announcement_receipts')
        .select('sent_at,announcements!inner(id,title,body)')
        .eq('person_id', userId)
        .is('dismissed_at', null)
        .eq('announcements.on_banner', true)
        .is('announcements.stopped_at', null)
        .gt('announcements.banner_until', new Date().toISOString())
        .order('sent_at', { ascending: false })
        .limit(5)
        .abortSignal(signal)
        .throwOnError();
      return data.map(({ announcements: { id, title, body } }) => ({ id, title, body }));
    },
  });

/** The card that the banner and its preview share. */
export function AnnouncementCard({ title, body, onClose }: Omit<Banner, 'id'> & { onClose?: () => void }) {
  return (
    <div className="flex items-start gap-3 rounded-lg border border-line-strong bg-raised py-2 pr-2 pl-4 shadow-lg">
      <Megaphone aria-hidden="true" className="mt-3 size-5 shrink-0 text-soft" />
      <div className="grid min-w-0 flex-1 gap-1 py-2.5 text-small">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="wrap-anywhere whitespace-pre-wrap text-soft">
          <LinkedText>{body}</LinkedText>
        </p>
      </div>
      {onClose && (
        <button
          type="button"
          onClick={onClose}
          aria-label="Fermer l’annonce"
          className="grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-hover hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      )}
    </div>
  );
}

/**
 * The latest announcement of the team that its reader has not closed, over the foot of the page, so
 * that nothing moves when it comes. One at a time. Screen readers hear it when they are done with
 * what they read.
 */
export default function AnnouncementBanner({ userId }: { userId: string }) {
  const client = useQueryClient();
  const query = bannersQuery(userId);
  const { data } = useQuery(query);
  const closing = useAction(
    async (id: string) => {
      const { supabase } = await loadClient();
      await supabase
        .from('announcement_receipts')
        .update({ dismissed_at: new Date().toISOString() })
        .match({ announcement_id: id, person_id: userId })
        .throwOnError();
    },
    {
      changes: [query.queryKey],
      failed: 'Annonce non fermée',
      ahead: (id) => {
        const before = client.getQueryData(query.queryKey);
        client.setQueryData(query.queryKey, (banners = []) => banners.filter((banner) => banner.id !== id));
        return () => client.setQueryData(query.queryKey, before);
      },
    },
  );
  const [banner] = data ?? [];
  return (
    // There before the announcement, so that its arrival is told.
    <div aria-live="polite">
      {banner && (
        <section
          aria-label="Annonce de Loge"
          data-announcement=""
          className="pointer-events-none fixed inset-x-0 bottom-[calc(58px+env(safe-area-inset-bottom))] z-20 mx-auto max-w-xl px-3 pb-3 lg:bottom-0 lg:pb-5 print:hidden"
        >
          <div className="pointer-events-auto max-h-[40dvh] overflow-y-auto">
            <AnnouncementCard
              title={banner.title}
              body={banner.body}
              onClose={() => closing.press(banner.id)}
            />
          </div>
        </section>
      )}
    </div>
  );
}
