import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MOST_CALENDARS, removeCalendar } from '#contracts/calendars.ts';
import { CalendarForm } from '#web/features/availability/calendar-form.tsx';
import { CalendarRow } from '#web/features/availability/calendar-row.tsx';
import { calendarsQuery, type ImportedCalendar } from '#web/features/availability/calendars-query.ts';
import { availabilityKey } from '#web/features/availability/queries.ts';
import { errorText } from '#web/lib/error-text.ts';
import { plural } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The calendars elsewhere whose busy times close starts here. */
export function CalendarsSection({ userId, zone }: { userId: string; zone: string }) {
  const calendars = useQuery(calendarsQuery(userId));
  const [leaving, setLeaving] = useState<ImportedCalendar | null>(null);
  const removing = useCommand(removeCalendar, {
    changes: [availabilityKey(userId)],
    done: (_, { calendarId }) => ({
      title: 'Agenda délié',
      description: calendars.data?.find(({ id }) => id === calendarId)?.label ?? '',
    }),
  });
  return (
    <section aria-labelledby="calendars-title" className="grid gap-6">
      <div className="grid gap-1.5">
        <h2 id="calendars-title" className="display text-title">
          Agendas reliés
        </h2>
        <p className="max-w-[58ch] text-small text-soft">
          Ce qui vous occupe ailleurs ferme ces moments ici. Nous lisons quand, jamais quoi : ni titres, ni
          lieux, ni invités. Un agenda illisible ne ferme ni n’ouvre rien de plus.
        </p>
      </div>
      {calendars.isPending ? (
        <div aria-busy="true" className="grid gap-3">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      ) : calendars.isError ? (
        <ErrorState
          title="Vos agendas n’ont pas pu être chargés"
          onRetry={() => calendars.refetch()}
          retrying={calendars.isFetching}
        />
      ) : calendars.data.length === 0 ? (
        <p className="border-y border-line py-5 text-small text-muted">
          Aucun agenda relié. Ajoutez-en un pour ne jamais être réservé pendant un rendez-vous.
        </p>
      ) : (
        <ul aria-label="Agendas reliés" className="border-t border-line">
          {calendars.data.map((calendar) => (
            <CalendarRow
              key={calendar.id}
              calendar={calendar}
              zone={zone}
              userId={userId}
              onRemove={() => setLeaving(calendar)}
            />
          ))}
        </ul>
      )}
      {calendars.data && calendars.data.length >= MOST_CALENDARS ? (
        <p className="text-small text-soft">
          Vous avez relié {plural(MOST_CALENDARS, 'agenda', 'agendas')}, le maximum. Déliez-en un pour en
          ajouter un autre.
        </p>
      ) : (
        <CalendarForm userId={userId} />
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Délier « ${leaving?.label ?? ''} » ?`}
        description="Ses moments occupés ne fermeront plus rien ici : ils redeviennent réservables, si vos heures le permettent."
        confirmLabel="Délier l’agenda"
        onConfirm={async () => {
          if (leaving) await removing.run({ calendarId: leaving.id });
        }}
        failure={errorText}
      />
    </section>
  );
}
