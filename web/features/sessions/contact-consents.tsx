import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ContactConsent, contactConsentsQuery } from '#web/entities/streamer/contact-consent.tsx';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

/**
 * The latest bookings, from which the streamers come: anybody who was booked longer ago than these
 * is not written by either.
 */
const BOOKINGS = 200;
const FEW = 5;

/**
 * The streamers whom a viewer booked with, the latest first, and those who may write though they
 * are in none of these bookings.
 */
const metStreamersQuery = (viewerId: string, allowed: readonly string[]) =>
  queryOptions({
    queryKey: ['contact-consents', viewerId, 'streamers', allowed.toSorted().join()],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data: bookings } = await supabase
        .from('bookings')
        .select('streamer_id')
        .eq('viewer_id', viewerId)
        .not('confirmed_at', 'is', null)
        .order('start_at', { ascending: false })
        .limit(BOOKINGS)
        .abortSignal(signal)
        .throwOnError();
      // In an order that no switch changes: a row that moves under the finger is pressed for
      // another.
      const ids = [...new Set([...bookings.flatMap(({ streamer_id }) => streamer_id ?? []), ...allowed])];
      if (ids.length === 0) return [];
      const { data: streamers } = await supabase
        .from('streamers')
        .select('id,display_name')
        .in('id', ids)
        .abortSignal(signal)
        .throwOnError();
      const names = new Map(streamers.map(({ id, display_name }) => [id, display_name]));
      // A consent to a streamer whose page is not shown at the moment can be taken back too.
      return ids.flatMap((id) => {
        const name = names.get(id) ?? (allowed.includes(id) ? 'Un streamer dont la page est fermée' : null);
        return name === null ? [] : [{ id, name }];
      });
    },
    placeholderData: (before) => before,
  });

/**
 * The streamers who may write to the viewer when they have not come back: one switch a streamer,
 * all off until one is turned on. Nothing for who booked nobody.
 */
export function ContactConsents({ viewerId }: { viewerId: string }) {
  const consents = useQuery(contactConsentsQuery(viewerId));
  const met = useQuery({
    ...metStreamersQuery(viewerId, consents.data ?? []),
    enabled: consents.isSuccess,
  });
  const [all, setAll] = useState(false);
  if (consents.isError || met.isError) {
    const failed = consents.isError ? consents : met;
    return (
      <ErrorLine onRetry={failed.refetch} retrying={failed.isFetching}>
        Vos autorisations n’ont pas pu être chargées.
      </ErrorLine>
    );
  }
  if (!met.data || met.data.length === 0) return null;
  const shown = all ? met.data : met.data.slice(0, FEW);
  return (
    <SettingsSection
      title="Qui peut m’écrire"
      description="Si votre dernière session remonte à plus de deux mois, ces streamers peuvent vous proposer de revenir, par un e-mail tous les trois mois au plus. Vous pouvez changer d’avis à tout moment."
    >
      <div className="divide-y divide-line">
        {shown.map(({ id, name }) => (
          <ContactConsent key={id} viewerId={viewerId} streamerId={id} label={`${name} peut m’écrire`} />
        ))}
      </div>
      {met.data.length > shown.length && (
        <div>
          <Button tone="quiet" size="sm" className="-ml-4" onClick={() => setAll(true)}>
            Voir tous les streamers
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}
