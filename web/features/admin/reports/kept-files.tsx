import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readFile, readFilePart } from '#product/books/contract.ts';
import { isSealed } from '#product/books/rules/files.ts';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The files that were made of the books, with how many there are. */
export const readFiles = (supabase: LogeSupabase) =>
  supabase
    .from('admin_accounting_files')
    .select('id,kind,name,digest,made_at,author,deposit', { count: 'exact' });

/** A file that was made and is kept. */
export type Kept = QueryData<ReturnType<typeof readFiles>>[number];

export const FILES_KEY = [...ADMIN_KEY, 'accounting-files'];
/** The file that a mail leads to. */
const fileQuery = (id: string) =>
  queryOptions({
    queryKey: [...FILES_KEY, 'one', id],
    queryFn: async ({ signal }): Promise<Kept | null> => {
      const { supabase } = await loadClient();
      const { data } = await readFiles(supabase)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });

const downloadsOf = (supabase: LogeSupabase) =>
  supabase.from('admin_accounting_downloads').select('id,name,digest,downloaded_at,person');

export type Download = QueryData<ReturnType<typeof downloadsOf>>[number];

export const downloadsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'accounting-downloads'],
  queryFn: async ({ signal }): Promise<Download[]> => {
    const { supabase } = await loadClient();
    const { data } = await downloadsOf(supabase)
      .order('downloaded_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(20)
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
});

/** Why somebody opens a file that tells who people are; nothing for the others. */
export type Why = { reason?: string };

/**
 * Hands a kept file to the browser, which saves it under its name. A long one comes part by part,
 * so that nobody holds all of it as text.
 */
export async function save(fileId: string, why: Why): Promise<void> {
  const { name, body, parts, encoding } = await callCommand(readFile, { fileId, ...why });
  const pieces: Blob[] =
    encoding === 'base64'
      ? [new Blob([Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0))])]
      : [new Blob([body])];
  for (let number = 1; number <= parts; number++)
    pieces.push(new Blob([(await callCommand(readFilePart, { fileId, number })).body]));
  const type = encoding === 'base64' ? 'application/pdf' : 'text/plain;charset=utf-8';
  const address = URL.createObjectURL(new Blob(pieces, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

export const at = (instant: string) =>
  formatDateTime(instant, TEAM_ZONE, { weekday: false, month: 'short', year: true });

/** The file that a mail leads to, first on the page. */
export function AskedFile({ id }: { id: string }) {
  const file = useQuery(fileQuery(id));
  const saving = useAction((fileId: string) => save(fileId, {}), {
    changes: [FILES_KEY, downloadsQuery.queryKey],
  });
  return (
    <Loaded
      query={file}
      failed="Ce fichier n’a pas pu être trouvé"
      gone="Ce fichier n’existe pas, ou plus"
      waiting={<Skeleton className="h-24" />}
    >
      {({ name, digest, made_at, kind }) => (
        <Card className="flex flex-wrap items-center justify-between gap-4">
          <span className="grid min-w-0 gap-0.5">
            <h2 className="font-semibold wrap-anywhere">{name}</h2>
            <span className="num text-small text-muted">Fait le {at(made_at)}</span>
            <span className="text-small break-all text-muted">SHA-256 {digest}</span>
          </span>
          {!isSealed(kind) && (
            <Button tone="spot" loading={saving.pending} onClick={() => saving.press(id)}>
              Télécharger
            </Button>
          )}
        </Card>
      )}
    </Loaded>
  );
}
