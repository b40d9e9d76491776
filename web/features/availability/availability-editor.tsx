import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { OpeningHoursInput } from '#contracts/availability.ts';
import { instantOf } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { localDateAt } from '#domain/time/wall-time.ts';
import { CalendarsSection } from '#web/features/availability/calendars-section.tsx';
import { DatesSection } from '#web/features/availability/dates-section.tsx';
import { dayKind } from '#web/features/availability/day-kind.ts';
import { PREVIEW_ID, PreviewPanel } from '#web/features/availability/preview-panel.tsx';
import { availabilityKey, specialDatesQuery } from '#web/features/availability/queries.ts';
import { RulesSection } from '#web/features/availability/rules-section.tsx';
import { SaveBar } from '#web/features/availability/save-bar.tsx';
import { useHoursDraft } from '#web/features/availability/use-hours-draft.ts';
import { WeekSection } from '#web/features/availability/week-section.tsx';
import { useAddress } from '#web/lib/use-address.ts';
import { useLive } from '#web/lib/use-live.ts';
import { Button } from '#web/ui/button.tsx';
import { dateAfter, monthOf, within } from '#web/ui/calendar-days.ts';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';

const VIEWS = [
  { value: 'week', label: 'Semaine' },
  { value: 'dates', label: 'Dates' },
  { value: 'calendars', label: 'Agendas' },
];

const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const dateIn = (text: string | null): LocalDate | null =>
  text !== null && ISO_DATE.test(text) && !Number.isNaN(Date.parse(text)) ? (text as LocalDate) : null;

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

/** Hours on the left, what they mean to a viewer on the right. The view, the month and the day shown stand in the address. */
export function AvailabilityEditor({ userId, saved }: AvailabilityEditorProps) {
  const { params, change } = useAddress();
  const draft = useHoursDraft(userId, saved);
  const { hours } = draft;
  const mine = `streamer_id=eq.${userId}`;
  useLive(
    [
      { table: 'bookings', filter: mine },
      { table: 'weekly_hours', filter: mine },
      { table: 'date_exceptions', filter: mine },
      { table: 'calendars', filter: mine },
      { table: 'streamers', filter: `id=eq.${userId}` },
    ],
    availabilityKey(userId),
  );
  const today = localDateAt(hours.zone, instantOf(Date.now()));
  const date = within(dateIn(params.get('date')) ?? dateAfter(today, 1), today, null);
  const month = params.get('month') ?? monthOf(date);
  const dates = useQuery(specialDatesQuery(userId, today));
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
                <WeekSection hours={hours} onChange={draft.change} />
                <RulesSection rules={hours.rules} onChange={(rules) => draft.change({ rules })} />
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
          day={dayKind(date, hours, special)}
        />
      </div>
      <LeaveGuard when={draft.dirty} />
    </>
  );
}
