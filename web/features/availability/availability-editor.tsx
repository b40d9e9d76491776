import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { OpeningHoursInput } from '#product/availability/contract.ts';
import type { WeeklyRange } from '#product/availability/rules/hours.ts';
import { cellOf, hourOfCell, weekdayOfCell } from '#product/insight/rules/week-cells.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { LocalDate, Weekday } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { CalendarsSection } from '#web/features/availability/calendars-section.tsx';
import { DatesSection } from '#web/features/availability/dates-section.tsx';
import { dayKind } from '#web/features/availability/day-kind.ts';
import { PREVIEW_ID, PreviewPanel } from '#web/features/availability/preview-panel.tsx';
import { absencesQuery, availabilityKey, specialDatesQuery } from '#web/features/availability/queries.ts';
import { RulesSection } from '#web/features/availability/rules-section.tsx';
import { TravelsSection } from '#web/features/availability/travels-section.tsx';
import {
  type AskedHours,
  type HoursDraft,
  useHoursDraft,
} from '#web/features/availability/use-hours-draft.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { capitalised, formatDuration, formatTime, inCity } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { useHints, useLive } from '#web/lib/use-live.ts';
import { Button } from '#web/ui/button.tsx';
import { dateAfter, monthOf, within } from '#web/ui/calendar-days.ts';
import { HoursPainter } from '#web/ui/hours-painter.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { weekHourText } from '#web/ui/wall-text.ts';
import { ZoneSelect } from '#web/ui/zone-select.tsx';

const VIEWS = [
  { value: 'week', label: 'Semaine' },
  { value: 'dates', label: 'Dates' },
  { value: 'calendars', label: 'Agendas' },
];

const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const dateIn = (text: string | null): LocalDate | null =>
  text !== null && ISO_DATE.test(text) && !Number.isNaN(Date.parse(text)) ? (text as LocalDate) : null;

const MINUTES_OF_A_WEEK = 7 * 24 * 60;

/**
 * The hours that a link asks to open: `?open=4-20` is Thursday at 20:00, `?week=480` eight hours a
 * week.
 */
function askedHours(params: URLSearchParams): AskedHours | null {
  const [, weekday, hour] = /^([1-7])-(\d{1,2})$/.exec(params.get('open') ?? '') ?? [];
  if (weekday !== undefined && Number(hour) <= 23)
    return { kind: 'hour', cell: cellOf(Number(weekday) as Weekday, Number(hour)) };
  const week = params.get('week') ?? '';
  return /^\d{1,5}$/.test(week) && Number(week) <= MINUTES_OF_A_WEEK
    ? { kind: 'week', minutes: Number(week) }
    : null;
}

/** Where the preview has no room beside the hours it stands below them. */
function showPreview(): void {
  const preview = document.getElementById(PREVIEW_ID);
  preview?.scrollIntoView({ block: 'start' });
  preview?.focus({ preventScroll: true });
}

interface AvailabilityEditorProps {
  userId: string;
  saved: OpeningHoursInput;
}

/**
 * The hours on the left, and a preview of what viewers see on the right. The view, the month and
 * the day shown stand in the address.
 */
export function AvailabilityEditor({ userId, saved }: AvailabilityEditorProps) {
  const { params, change } = useAddress();
  const asked = askedHours(params);
  const draft = useHoursDraft(userId, saved, asked);
  const { hours } = draft;
  const mine = `streamer_id=eq.${userId}`;
  useLive(
    [
      { table: 'bookings', filter: mine },
      { table: 'weekly_hours', filter: mine },
      { table: 'date_exceptions', filter: mine },
      { table: 'absences', filter: mine },
      { table: 'travels', filter: mine },
      { table: 'calendars', filter: mine },
      { table: 'streamers', filter: `id=eq.${userId}` },
    ],
    availabilityKey(userId),
  );
  // No table tells of deletions, whose keys strangers would read; the hint says that the free
  // starts have changed, and nothing else.
  useHints(`starts:${userId}`, 'starts', availabilityKey(userId));
  const today = localDateAt(hours.zone, instantOf(Date.now()));
  const date = within(dateIn(params.get('date')) ?? dateAfter(today, 1), today, null);
  const month = params.get('month') ?? monthOf(date);
  const dates = useQuery(specialDatesQuery(userId, today));
  const absences = useQuery(absencesQuery(userId, today));
  const special = new Map(dates.data?.map((each) => [each.date, each]));
  const view = VIEWS.find(({ value }) => value === params.get('view'))?.value ?? 'week';
  return (
    <>
      <div className="grid items-start gap-x-8 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <Button size="sm" className="mb-2 xl:hidden" onClick={showPreview}>
            <Eye aria-hidden="true" />
            Ce que voit un viewer
          </Button>
          <Tabs
            label="Disponibilités"
            items={VIEWS}
            value={view}
            onValueChange={(next) => change({ view: next === 'week' ? null : next })}
          >
            <TabPanel value="week">
              <div className="grid gap-10">
                {asked !== null && draft.dirty && (
                  <p
                    role="status"
                    className="rounded-lg border border-line-strong px-5 py-4 text-small text-soft"
                  >
                    <b className="font-semibold text-ink">
                      {asked.kind === 'hour'
                        ? capitalised(weekHourText(weekdayOfCell(asked.cell), hourOfCell(asked.cell)))
                        : `De quoi tenir ${formatDuration(asked.minutes)} de sessions par semaine`}
                    </b>{' '}
                    est peint dans votre semaine. Vérifiez, ajustez, puis enregistrez.
                  </p>
                )}
                <WeekSection hours={hours} onChange={draft.change} />
                <RulesSection
                  rules={hours.rules}
                  onChange={(rules) => draft.change({ rules })}
                  today={today}
                />
                <TravelsSection
                  travels={hours.travels}
                  zone={hours.zone}
                  today={today}
                  onChange={(travels) => draft.change({ travels })}
                />
              </div>
            </TabPanel>
            <TabPanel value="dates">
              <DatesSection
                userId={userId}
                hours={hours}
                today={today}
                month={/^\d{4}-\d\d$/.test(month) ? month : monthOf(date)}
                onMonth={(next) => change({ month: next })}
              />
            </TabPanel>
            <TabPanel value="calendars">
              <CalendarsSection userId={userId} zone={hours.zone} />
            </TabPanel>
          </Tabs>
          <SaveBar draft={draft} />
        </div>
        <PreviewPanel
          userId={userId}
          hours={hours}
          dirty={draft.dirty}
          date={date}
          onDate={(next) => change({ date: next })}
          today={today}
          day={dayKind(date, hours, special, absences.data ?? [])}
        />
      </div>
      <LeaveGuard when={draft.dirty} />
    </>
  );
}

interface WeekSectionProps {
  hours: OpeningHoursInput;
  onChange: (part: Partial<OpeningHoursInput>) => void;
}

/** The week as it usually is, on the clock of the streamer's zone. */
function WeekSection({ hours, onChange }: WeekSectionProps) {
  // A weekday is 1 to 7 by the contract.
  const weekly = hours.weekly as WeeklyRange[];
  return (
    <section aria-labelledby="week-title" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="week-title" className="display text-title">
          Une semaine ordinaire
        </h2>
        <ZoneSelect
          zone={hours.zone}
          onZone={(zone) => onChange({ zone })}
          title="Le fuseau horaire de vos heures"
        />
      </div>
      <HoursPainter value={weekly} onChange={(next) => onChange({ weekly: next })} />
      <p className="num text-small text-muted">
        Il est {formatTime(new Date(), hours.zone)} {inCity(hours.zone)}. Chaque viewer voit vos créneaux à
        son heure ; les changements d’heure ne décalent pas les vôtres.
      </p>
      <Switch
        label="Fermé les jours fériés"
        description="Les onze jours fériés de France. Une date particulière l’emporte."
        checked={hours.closedOnHolidays}
        onChange={({ target }) => onChange({ closedOnHolidays: target.checked })}
      />
    </section>
  );
}

/** The text of a refusal: the sentence of each wrong field when there are some. */
function refusalText(error: unknown): string {
  const fields = error instanceof CommandError ? [...new Set(Object.values(error.fields))] : [];
  return fields.length > 0 ? fields.join(' ') : errorText(error);
}

/** Stays in sight while hours are edited: what to do with them. */
function SaveBar({ draft }: { draft: HoursDraft }) {
  if (!draft.dirty) return null;
  return (
    <section
      aria-label="Modifications non enregistrées"
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mt-6 grid animate-rise gap-3 rounded-lg border border-line-strong bg-raised p-4 lg:bottom-5"
    >
      {draft.changedElsewhere && (
        <div role="alert" className="grid gap-3 border-b border-line pb-4">
          <p className="text-small">
            <b className="font-semibold">Vos horaires ont été enregistrés ailleurs entre-temps</b>, dans un
            autre onglet ou sur un autre appareil. Rien n’a été écrasé.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button size="sm" onClick={draft.reset}>
              Prendre ceux qui sont enregistrés
            </Button>
            <Button size="sm" tone="quiet" onClick={draft.keep}>
              Garder les miens
            </Button>
          </div>
        </div>
      )}
      {/* Stays where it is when the choice above appears: a click meant for one must not land on the
          other. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p aria-live="polite" className="flex-1 basis-44 text-small text-soft">
          {draft.error ? (
            <span role="alert" className="text-live">
              {refusalText(draft.error)}
            </span>
          ) : (
            'Pas encore enregistré. Vos viewers voient toujours les anciens horaires.'
          )}
        </p>
        <div className="flex flex-1 gap-3 sm:flex-none">
          <Button tone="quiet" onClick={draft.reset} disabled={draft.saving}>
            Annuler
          </Button>
          <Button
            tone="spot"
            onClick={draft.save}
            loading={draft.saving}
            disabled={draft.changedElsewhere}
            className="flex-1 sm:flex-none"
          >
            Enregistrer
          </Button>
        </div>
      </div>
    </section>
  );
}
