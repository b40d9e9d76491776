import type { QueryData } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** Everything about files that were sent along is under this key. */
export const ATTACHMENTS_KEY = ['attachments'] as const;

/**
 * The column that names a file's owner: a message of a session, a message to or from the team, or
 * the answers of a booking.
 */
export type AttachedTo = 'message_id' | 'support_message_id' | 'booking_id';

const COLUMNS =
  'id,owner_id,message_id,support_message_id,booking_id,file_name,type,size_bytes,state,sent_at';
const readAttachments = (supabase: LogeSupabase) => supabase.from('attachments').select(COLUMNS);

export type Attachment = QueryData<ReturnType<typeof readAttachments>>[number];

/** Until a file has been scanned its state is asked for this often, in milliseconds. */
const WHILE_WAITING = 3_000;

/** The files that came with any of these, in the order in which they were sent. */
export const attachmentsQuery = (to: AttachedTo, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...ATTACHMENTS_KEY, to, ...ids],
    enabled: ids.length > 0,
    // With each new message its files are asked for beside those before.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Attachment[]> => {
      const { supabase } = await loadClient();
      const { data } = await readAttachments(supabase)
        .in(to, [...ids])
        .order('sent_at')
        .order('id')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    refetchInterval: ({ state }) =>
      state.data?.some((file) => file.state === 'waiting') ? WHILE_WAITING : false,
  });

/**
 * How long an address of a file is good, in seconds, and when a page asks for a new one, in
 * milliseconds.
 */
const SIGNED_FOR = 3_600;
const SIGN_AGAIN = 3_000_000;

/**
 * The address of a file, and of a small picture of it where it is one: good for an hour, so that it
 * can stand in an `img` and a link.
 */
export const addressQuery = (
  file: Pick<Attachment, 'id' | 'owner_id'>,
  small: { width: number; height: number } | null,
) =>
  queryOptions({
    queryKey: [...ATTACHMENTS_KEY, 'address', file.id, small],
    staleTime: SIGN_AGAIN,
    refetchInterval: SIGN_AGAIN,
    queryFn: async (): Promise<string> => {
      const { supabase } = await loadClient();
      const { data, error } = await supabase.storage
        .from('attachments')
        .createSignedUrl(
          `${file.owner_id}/${file.id}`,
          SIGNED_FOR,
          small === null ? {} : { transform: { ...small, resize: 'cover' } },
        );
      if (error) throw error;
      return data.signedUrl;
    },
  });
