import { useMutation } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { readPageConfig } from '#web/lib/page-config.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

/** Fetches a booking's ICS as its person and hands it to the browser as a file. */
async function download(bookingId: string): Promise<void> {
  const { supabase } = await loadClient();
  const { data } = await supabase.auth.getSession();
  const origin = new URL(readPageConfig().supabaseUrl).origin;
  const response = await fetch(`${origin}/calendars/bookings/${bookingId}.ics`, {
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
  });
  if (!response.ok) throw new Error(`the calendar answered ${String(response.status)}`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `loge-${bookingId.slice(0, 8)}.ics`;
  link.click();
  URL.revokeObjectURL(address);
}

/** « Ajouter à mon agenda »: the session as an ICS file. */
export function CalendarFile({ bookingId }: { bookingId: string }) {
  const fetching = useMutation({
    mutationFn: () => download(bookingId),
    onError: () =>
      toast({
        variant: 'destructive',
        title: 'Le fichier d’agenda n’a pas pu être préparé. Réessayez dans un instant.',
      }),
  });
  return (
    <Button size="sm" tone="quiet" loading={fetching.isPending} onClick={() => fetching.mutate()}>
      <CalendarPlus aria-hidden="true" />
      Ajouter à mon agenda
    </Button>
  );
}
