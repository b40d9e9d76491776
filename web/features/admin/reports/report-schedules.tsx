import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scheduleReport, stopReport } from '#product/books/contract.ts';
import { isPrinted } from '#product/books/rules/files.ts';
import {
  FILE_LABELS,
  LAST_DAY,
  periodText,
  type Rhythm,
  SCHEDULED_KINDS,
  type SendingTrouble,
  sentAt,
} from '#product/books/rules/schedule.ts';
import { hasDuty } from '#product/shared/team-roles.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import { ADMIN_KEY, DECISION, Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { type Member, teamQuery } from '#web/features/admin/team/duties.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const read = (supabase: LogeSupabase) =>
  supabase
    .from('admin_report_schedules')
    .select(
      'id,kind,format,every,day,hour,next_month,stopped_at,trouble,trouble_since,author,recipients,last_sent_at',
    );

/** Files of the books that are sent by themselves. */
export type Schedule = QueryData<ReturnType<typeof read>>[number];

export const schedulesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'report-schedules'],
  queryFn: async ({ signal }): Promise<Schedule[]> => {
    const { supabase } = await loadClient();
    const { data } = await read(supabase)
      .is('stopped_at', null)
      .order('created_at')
      .order('id')
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
});

/** « Balance, chaque mois » */
export const nameOf = ({ kind, every, format }: Schedule): string =>
  `${FILE_LABELS[kind]}${format === 'pdf' ? ' (PDF)' : ''}, ${every === 'month' ? 'chaque mois' : 'chaque trimestre'}`;

const TROUBLES: Readonly<Record<SendingTrouble, string>> = {
  month_open: 'Attend la clôture',
  nobody: 'Personne n’a plus le droit de le lire',
  failed: 'L’envoi échoue',
};

/** The problem that keeps the report from leaving, or the time when it leaves. */
export function stateOf(schedule: Schedule): { tone: 'live' | 'spot' | 'settled'; text: string } {
  const { every, next_month: month, trouble } = schedule;
  const period = month === null ? '' : periodText(every, month);
  if (trouble !== null)
    return { tone: trouble === 'month_open' ? 'spot' : 'live', text: `${TROUBLES[trouble]} : ${period}` };
  const at = month === null ? null : sentAt(schedule, month);
  return {
    tone: 'settled',
    text: at === null ? 'Programmé' : `Part le ${when(at)} : ${period}`,
  };
}

const when = (at: Instant | string) =>
  formatDateTime(at, TEAM_ZONE, { weekday: false, month: 'short', year: true });

/**
 * Files that are made and announced by mail by themselves: those there are, stopping one, planning
 * one.
 */
export function ReportSchedules() {
  const list = useQuery(schedulesQuery);
  const [stopped, setStopped] = useState<Schedule | null>(null);
  const [planning, setPlanning] = useState(false);
  const stopping = useCommand(stopReport, { changes: [ADMIN_KEY], done: 'Envoi arrêté' });
  return (
    <section className="grid gap-4" aria-labelledby="schedules">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="schedules" className="text-title">
          Envois programmés
        </h2>
        <Button size="sm" onClick={() => setPlanning(true)}>
          Programmer un envoi
        </Button>
      </div>
      <Loaded
        query={list}
        failed="Les envois programmés n’ont pas pu être chargés"
        waiting={<Skeleton className="h-20" />}
      >
        {(schedules) =>
          schedules.length === 0 ? (
            <p className="text-small text-muted">
              Aucun. Un fichier peut être préparé chaque mois ou chaque trimestre, et annoncé par e-mail à qui
              le lit dans l’équipe.
            </p>
          ) : (
            <Card padded={false}>
              <ul className="divide-y divide-line">
                {schedules.map((schedule) => {
                  const { tone, text } = stateOf(schedule);
                  return (
                    <li
                      key={schedule.id}
                      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3"
                    >
                      <span className="grid min-w-0 gap-0.5">
                        <span className="font-medium">{nameOf(schedule)}</span>
                        <StateDot tone={tone} className="num whitespace-normal!">
                          {text}
                        </StateDot>
                        <span className="num text-small text-muted">
                          À {schedule.recipients}.
                          {schedule.last_sent_at !== null &&
                            ` Dernier envoi le ${when(schedule.last_sent_at)}.`}
                        </span>
                      </span>
                      <Button size="sm" tone="quiet" onClick={() => setStopped(schedule)}>
                        Arrêter<span className="sr-only"> : {nameOf(schedule)}</span>
                      </Button>
                    </li>
                  );
                })}
              </ul>
            </Card>
          )
        }
      </Loaded>
      {planning && <Planning onClose={() => setPlanning(false)} />}
      {stopped && (
        <ConfirmDialog
          open
          onOpenChange={() => setStopped(null)}
          title="Arrêter cet envoi ?"
          description={nameOf(stopped)}
          cost="Ce qui est parti le reste. Pour reprendre, programmez-le de nouveau."
          confirmLabel="Arrêter l’envoi"
          {...DECISION}
          onConfirm={async (reason) => {
            await stopping.run({ scheduleId: stopped.id, reason });
          }}
        />
      )}
    </section>
  );
}

const DAYS = Array.from({ length: LAST_DAY }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'Le 1er' : `Le ${String(index + 1)}`,
}));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour)}\u00a0h`,
}));
const RHYTHM_OPTIONS: { value: Rhythm; label: string }[] = [
  { value: 'month', label: 'Chaque mois' },
  { value: 'quarter', label: 'Chaque trimestre' },
];

const mayRead = ({ team_roles: roles, is_suspended }: Member) =>
  hasDuty(roles ?? [], 'finance') && is_suspended !== true;

/** Which file, when, to whom, and why. */
function Planning({ onClose }: { onClose: () => void }) {
  const team = useQuery(teamQuery);
  const readers = (team.data ?? []).filter(mayRead);
  const [kind, setKind] = useState(SCHEDULED_KINDS[0] ?? 'month');
  const [format, setFormat] = useState<'csv' | 'pdf'>('csv');
  const [every, setEvery] = useState<Rhythm>('month');
  const [day, setDay] = useState(5);
  const [hour, setHour] = useState(8);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [isMissing, setMissing] = useState(false);
  const scheduling = useCommand(scheduleReport, { changes: [ADMIN_KEY], done: 'Envoi programmé' });
  const recipients = chosen ?? readers.filter(({ is_me }) => is_me).map(({ id }) => id);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      tone="spot"
      title="Programmer un envoi"
      description="Le fichier est préparé après chaque période, une fois ses mois clôturés. L’e-mail y mène : il faut se connecter pour l’ouvrir."
      confirmLabel="Programmer"
      {...DECISION}
      onConfirm={async (reason) => {
        setMissing(recipients.length === 0);
        await scheduling.run({
          kind,
          format: isPrinted(kind) ? format : 'csv',
          every,
          day,
          hour,
          recipients: [...recipients],
          reason,
        });
      }}
    >
      <div className="grid gap-4">
        <Field label="Fichier">
          <Select
            options={SCHEDULED_KINDS.map((value) => ({ value, label: FILE_LABELS[value] }))}
            value={kind}
            onChange={({ target }) => setKind(SCHEDULED_KINDS.find((each) => each === target.value) ?? kind)}
          />
        </Field>
        {isPrinted(kind) && (
          <Field label="Format">
            <Select
              options={[
                { value: 'csv', label: 'CSV, pour un tableur' },
                { value: 'pdf', label: 'PDF, à lire' },
              ]}
              value={format}
              onChange={({ target }) => setFormat(target.value === 'pdf' ? 'pdf' : 'csv')}
            />
          </Field>
        )}
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Rythme">
            <Select
              options={RHYTHM_OPTIONS}
              value={every}
              onChange={({ target }) => setEvery(target.value === 'quarter' ? 'quarter' : 'month')}
            />
          </Field>
          <Field label="Jour du mois suivant">
            <Select
              options={DAYS}
              value={String(day)}
              onChange={({ target }) => setDay(Number(target.value))}
            />
          </Field>
          <Field label="Heure de Paris">
            <Select
              options={HOURS}
              value={String(hour)}
              onChange={({ target }) => setHour(Number(target.value))}
            />
          </Field>
        </div>
        <fieldset className="grid">
          <legend className="text-small font-medium text-soft">À qui</legend>
          {readers.map(({ id, name, email }) => (
            <Checkbox
              key={id}
              label={name ?? email}
              {...(name !== null && { description: email })}
              checked={recipients.includes(id)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...recipients, id] : recipients.filter((each) => each !== id))
              }
            />
          ))}
          {isMissing && <p className="text-small text-live">Choisissez au moins une personne.</p>}
        </fieldset>
      </div>
    </ConfirmDialog>
  );
}
