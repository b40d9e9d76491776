import { useQuery } from '@tanstack/react-query';
import { RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  CALENDAR_PROBLEM_TEXTS,
  type CalendarProblem,
  isCalendarProblem,
} from '#product/availability/rules/calendar-problems.ts';
import { unreadSentence } from '#product/availability/rules/unread-events.ts';
import {
  addCalendar,
  followSchedule,
  MOST_CALENDARS,
  refreshCalendar,
  removeCalendar,
} from '#product/calendars/contract.ts';
import {
  availabilityKey,
  calendarsQuery,
  type ImportedCalendar,
  twitchChannelQuery,
} from '#web/features/availability/queries.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime, plural, typeset } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { type FormFailure, useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The streamer's external calendars, whose busy times close starts here. */
export function CalendarsSection({ userId, zone }: { userId: string; zone: string }) {
  const calendars = useQuery(calendarsQuery(userId));
  const channel = useQuery(twitchChannelQuery(userId));
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
          Ce qui vous occupe ailleurs ferme ces moments ici. Nous lisons vos heures occupées, jamais le
          contenu : ni titres, ni lieux, ni invités. Un agenda illisible ne ferme ni n’ouvre rien de plus.
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
      ) : calendars.data.length === 0 && !channel.data ? (
        <p className="border-y border-line py-5 text-small text-muted">
          Aucun agenda relié. Ajoutez-en un pour ne jamais être réservé pendant un rendez-vous.
        </p>
      ) : (
        <ul aria-label="Agendas reliés" className="border-t border-line">
          {calendars.data.map((calendar) => (
            <CalendarRow
              key={calendar.id}
              calendar={calendar}
              channel={channel.data ?? null}
              zone={zone}
              userId={userId}
              onRemove={() => setLeaving(calendar)}
            />
          ))}
          {channel.data && calendars.data.every(({ channel_provider }) => channel_provider === null) && (
            <UnfollowedSchedule channel={channel.data} userId={userId} />
          )}
        </ul>
      )}
      {calendars.data &&
      calendars.data.filter(({ channel_provider }) => channel_provider === null).length >= MOST_CALENDARS ? (
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

/** The server knows what an address has to be, and says it in the words of each field. */
const schema = z.object({ label: z.string(), url: z.string() });

/**
 * The refused address in its own words, else the field's or the command's sentence under the
 * address.
 */
function explainRefusal(error: unknown): FormFailure {
  const failure = commandFailure(error);
  if (Object.keys(failure.fields ?? {}).length > 0) return failure;
  const reason = error instanceof CommandError ? error.details.reason : null;
  if (isCalendarProblem(reason)) return { ...failure, fields: { url: CALENDAR_PROBLEM_TEXTS[reason] } };
  const taken = error instanceof CommandError && error.code === 'already_done';
  return { ...failure, fields: { url: taken ? 'Cet agenda est déjà relié.' : failure.text } };
}

/** Links a calendar by its secret iCal address. */
function CalendarForm({ userId }: { userId: string }) {
  const add = useCommand(addCalendar, { changes: [availabilityKey(userId)] });
  const { register, submit, errors, busy, reset } = useSchemaForm(
    schema,
    { label: '', url: '' },
    async (values) => {
      await add.run(values);
      reset();
    },
    explainRefusal,
  );
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Relier un agenda"
      className="grid items-start gap-5 sm:grid-cols-2"
    >
      <Field label="Nom" error={errors.label?.message} required>
        <Input {...register('label')} maxLength={60} placeholder="Perso, travail…" />
      </Field>
      <Field
        label="Adresse iCal"
        hint="Google, Apple, Outlook : « adresse secrète au format iCal »."
        error={errors.url?.message}
        required
      >
        <Input
          {...register('url')}
          type="url"
          maxLength={2000}
          placeholder="https://…/basic.ics"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" loading={busy} className="justify-self-start">
        Relier l’agenda
      </Button>
    </form>
  );
}

interface CalendarRowProps {
  calendar: ImportedCalendar;
  /** The name of the Twitch channel, for the calendar of its schedule. */
  channel: string | null;
  /** The zone in which the time of its last import is shown. */
  zone: string;
  userId: string;
  onRemove: () => void;
}

const STATES: Readonly<Record<ImportedCalendar['state'], { tone: StateTone; text: string }>> = {
  pending: { tone: 'spot', text: 'Première lecture en cours' },
  working: { tone: 'settled', text: 'Relié' },
  broken: { tone: 'live', text: 'Illisible' },
};

/** Other people's servers are asked once a minute at most. */
const refusalText = (error: unknown): string =>
  error instanceof CommandError && error.code === 'too_many_attempts'
    ? 'Il vient d’être lu. Réessayez dans une minute.'
    : errorText(error);

/** Only the site of the address: the rest of it is a secret that need not stand on a screen. */
function siteOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch (error) {
    if (error instanceof TypeError) return '';
    throw error;
  }
}

/** The import's result: how many busy times, and since when it fails. */
function readingText({ busy_count, last_success_at }: ImportedCalendar, zone: string): string {
  if (last_success_at === null) return 'Pas encore lu.';
  const read = formatDateTime(last_success_at, zone, { weekday: false });
  return `${plural(busy_count, 'moment occupé', 'moments occupés')}. Lu le ${read}.`;
}

/** The schedule of one's Twitch channel while it closes nothing, by one's own choice. */
function UnfollowedSchedule({ channel, userId }: { channel: string; userId: string }) {
  const follow = useCommand(followSchedule, {
    changes: [availabilityKey(userId)],
    done: () => ({ title: 'Planning suivi', description: 'Il est lu dans quelques secondes.' }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-4">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <b className="font-semibold">Planning Twitch</b>
          <StateDot>Non suivi</StateDot>
        </p>
        <p className="text-small text-soft">Les lives annoncés sur {channel} ne ferment rien ici.</p>
      </div>
      <Button size="sm" loading={follow.pending} onClick={() => follow.press({})}>
        Suivre le planning
      </Button>
    </li>
  );
}

/** Nobody gave the address of a channel's schedule, so nobody can mend it. */
const problemText = ({ channel_provider }: ImportedCalendar, problem: CalendarProblem): string =>
  channel_provider === null
    ? CALENDAR_PROBLEM_TEXTS[problem]
    : 'Twitch ne donne pas votre planning pour l’instant. Nous réessayons régulièrement.';

/** More than these begin folded. */
const MOST_SHOWN = 3;

/**
 * Lists the times of a calendar that could not be read, with the reason: never an event's subject.
 */
function UnreadEvents({ unread, zone }: Pick<ImportedCalendar, 'unread'> & { zone: string }) {
  if (unread.length === 0) return null;
  return (
    <details open={unread.length <= MOST_SHOWN} className="text-small text-soft">
      <summary className="cursor-pointer text-warning">Ce qui n’a pas pu être lu comme prévu</summary>
      <ul className="mt-1.5 grid max-w-[68ch] list-disc gap-1.5 pl-5">
        {unread.map((group) => (
          <li key={`${group.reason} ${group.name}`} className="break-words">
            {typeset(unreadSentence(group))}
            {group.starts.length > 0 && (
              <span className="block text-muted">
                {typeset(
                  `${group.events > group.starts.length ? 'Entre autres :' : ''}${group.starts
                    .map((start) => formatDateTime(start, zone, { weekday: false }))
                    .join(' ; ')}.`,
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** One calendar elsewhere: is it read, since when, and what is wrong in plain words. */
function CalendarRow({ calendar, channel, zone, userId, onRemove }: CalendarRowProps) {
  const refresh = useCommand(refreshCalendar, {
    changes: [availabilityKey(userId)],
    done: () => ({
      title: 'Lecture demandée',
      description: `${calendar.label} est relu dans quelques secondes.`,
    }),
    failed: (error) => ({ title: 'Agenda non relu', description: refusalText(error) }),
  });
  const { tone, text } = STATES[calendar.state];
  const problem = isCalendarProblem(calendar.last_error) ? problemText(calendar, calendar.last_error) : null;
  return (
    <li className="num grid grid-cols-[1fr_auto] items-start gap-3 border-b border-line py-4">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <b className="font-semibold">{calendar.label}</b>
          <StateDot tone={tone}>{text}</StateDot>
        </p>
        {calendar.channel_provider === null ? (
          <p className="truncate text-small text-muted">{siteOf(calendar.url)}</p>
        ) : (
          <p className="text-small text-muted">
            Les lives annoncés{channel === null ? '' : ` sur ${channel}`} ferment ces moments.
          </p>
        )}
        {problem && <p className="text-small text-live">{typeset(problem)}</p>}
        <p className="text-small text-soft">
          {typeset(readingText(calendar, zone))}
          {calendar.state === 'broken' && calendar.last_success_at !== null && (
            <> En attendant, les moments lus ce jour-là restent fermés.</>
          )}
        </p>
        <UnreadEvents unread={calendar.unread} zone={zone} />
      </div>
      <div className="flex">
        <Button
          tone="quiet"
          size="icon"
          aria-label={`Relire ${calendar.label}`}
          loading={refresh.pending}
          onClick={() => refresh.press({ calendarId: calendar.id })}
        >
          <RotateCw aria-hidden="true" />
        </Button>
        <Button tone="quiet" size="icon" aria-label={`Délier ${calendar.label}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
    </li>
  );
}
