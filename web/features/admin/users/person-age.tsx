import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Facts } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { personKey } from '#web/features/admin/users/person-query.ts';
import { formatDay, formatMoney } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';

const read = (supabase: LogeSupabase) =>
  supabase
    .from('admin_ages')
    .select(
      'age,guardian_state,guardian_asked_at,guardian_expires_at,guardian_confirmed_at,guardian_ended_at,monthly_cents,spent_cents',
    );
type AgeOf = QueryData<ReturnType<typeof read>>[number];

const ageQuery = (personId: string, mayRead: boolean) =>
  queryOptions({
    queryKey: [...personKey(personId), 'age'],
    enabled: mayRead,
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await read(supabase)
        .eq('person_id', personId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });

/**
 * That a person is a minor, and how their guardian's consent stands; nothing of an adult. Who the
 * guardian is stays between the two of them.
 */
export function AgeOfPerson({ personId }: { personId: string }) {
  const mayRead = useDuty('support', 'moderation');
  const { data, isError, refetch, isFetching } = useQuery(ageQuery(personId, mayRead));
  if (isError)
    return (
      <ErrorLine onRetry={refetch} retrying={isFetching}>
        L’âge n’a pas pu être chargé.
      </ErrorLine>
    );
  if (!data || data.age === 'adult') return null;
  if (data.age === 'unknown')
    return (
      <p className="rounded-lg bg-wash px-4 py-3 text-small text-soft">
        Âge inconnu : la question lui est posée à sa prochaine réservation.
      </p>
    );
  const { tone, label } = guardianText(data);
  return (
    <section aria-label="Personne mineure" className="grid gap-4 rounded-lg bg-wash px-4 py-3.5">
      <h3 className="font-sans text-small font-semibold">Personne mineure : de 15 à 17 ans</h3>
      <Facts
        facts={[
          [
            'Parent ou représentant légal',
            <StateDot key="state" tone={tone} className="whitespace-normal!">
              {label}
            </StateDot>,
          ],
          ...(data.monthly_cents === null || data.guardian_state !== 'confirmed'
            ? []
            : ([
                [
                  'Limite de ce mois',
                  `${formatMoney(data.spent_cents ?? 0)} utilisés sur ${formatMoney(data.monthly_cents)}`,
                ],
              ] as const)),
        ]}
      />
    </section>
  );
}

const on = (instant: string | null) =>
  instant === null ? '' : ` le ${formatDay(instant, TEAM_ZONE, { weekday: false })}`;

function guardianText(data: AgeOf): { tone: StateTone; label: string } {
  switch (data.guardian_state) {
    case 'confirmed':
      return { tone: 'settled', label: `Accord donné${on(data.guardian_confirmed_at)}` };
    case 'asked':
      return data.guardian_expires_at !== null && Date.parse(data.guardian_expires_at) <= Date.now()
        ? { tone: 'neutral', label: `Sans réponse depuis la demande${on(data.guardian_asked_at)}` }
        : { tone: 'spot', label: `Demandé${on(data.guardian_asked_at)}, réponse attendue` };
    case 'refused':
      return { tone: 'live', label: `Refusé${on(data.guardian_ended_at)}` };
    case 'stopped':
      return { tone: 'live', label: `Accord retiré${on(data.guardian_ended_at)}` };
    default:
      return { tone: 'neutral', label: 'Aucun accord demandé pour l’instant : rien ne peut être payé' };
  }
}
