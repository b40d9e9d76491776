import { queryOptions, useQuery } from '@tanstack/react-query';
import { runTask } from '#product/system/contract.ts';
import { processFaults } from '#product/system/rules/process-figures.ts';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { nameOf, schedulesQuery, stateOf } from '#web/features/admin/reports/report-schedules.tsx';
import { DeadLetters, deadLettersQuery } from '#web/features/admin/system/dead-letters.tsx';
import { FailedOrders, failedOrdersQuery } from '#web/features/admin/system/failed-orders.tsx';
import { faultsOf, healthSentence, isLate, rhythmOf } from '#web/features/admin/system/health.ts';
import { Integrity, LastBackup } from '#web/features/admin/system/integrity.tsx';
import { errorsQuery, LoggedErrors, recentOf } from '#web/features/admin/system/logged-errors.tsx';
import { Part } from '#web/features/admin/system/part.tsx';
import { Parts } from '#web/features/admin/system/parts.tsx';
import { taskName } from '#web/features/admin/system/task-names.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { formatCount, formatDateTime, formatMoney, plural } from '#web/lib/format.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const readTasks = async (signal: AbortSignal) => {
  const { supabase } = await loadClient();
  const { data } = await supabase
    .from('admin_tasks')
    .select(
      'name,every_milliseconds,runs,runs_failed,last_started_at,last_ended_at,last_milliseconds,last_error,last_failed_at,is_failing,is_running,has_probe',
    )
    .order('is_failing', { ascending: false })
    .order('name')
    .abortSignal(signal)
    .throwOnError();
  return data;
};
type Task = Awaited<ReturnType<typeof readTasks>>[number];

const systemQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'system'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const counted = { count: 'exact', head: true } as const;
    const [tasks, system, processes, rooms, payouts, mails, balances, backups, checks] = await Promise.all([
      readTasks(signal),
      supabase
        .from('admin_system')
        .select(
          'migration,postgres_version,database_bytes,objects,object_bytes,mails_waiting,orders_waiting,orders_failed,last_webhook_at,webhooks_today,webhooks_unapplied,calendars_working,calendars_pending,calendars_broken,rooms_live,people_in_rooms,people_in_lobbies',
        )
        .abortSignal(signal)
        .single()
        .throwOnError(),
      supabase
        .from('admin_processes')
        .select('key,started_at,figures')
        .order('started_at')
        .abortSignal(signal)
        .throwOnError(),
      supabase
        .from('admin_live_rooms')
        .select('session_id,title,people,waiting,good,fair,poor')
        .order('opened_at')
        .limit(20)
        .abortSignal(signal)
        .throwOnError(),
      supabase.from('admin_failed_payouts').select('id', counted).abortSignal(signal).throwOnError(),
      supabase.from('admin_dead_letters').select('id', counted).abortSignal(signal).throwOnError(),
      supabase.from('admin_ledger_balances').select('amount_cents').abortSignal(signal).throwOnError(),
      supabase
        .from('admin_backups')
        .select('started_at,ended_at,file_bytes,files,missing_files,error')
        .order('id', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .throwOnError(),
      supabase
        .from('admin_integrity_checks')
        .select('id,asked_at,ended_at,findings')
        .order('id', { ascending: false })
        .limit(2)
        .abortSignal(signal)
        .throwOnError(),
    ]);
    return {
      tasks,
      system: system.data,
      processes: processes.data,
      rooms: rooms.data,
      processFaults: processes.data.flatMap(({ figures }) => processFaults(figures)).length,
      failedOrders: system.data.orders_failed ?? 0,
      failedPayouts: payouts.count ?? 0,
      deadLetters: mails.count ?? 0,
      ledger: balances.data.reduce((total, { amount_cents }) => total + amount_cents, 0),
      backup: backups.data[0] ?? null,
      checked: checks.data.find(({ ended_at }) => ended_at !== null) ?? null,
      findings: checks.data.find(({ ended_at }) => ended_at !== null)?.findings?.length ?? 0,
      lastBackup: lastBackupOf(backups.data[0]),
      isChecking: checks.data.some(({ ended_at }) => ended_at === null),
    };
  },
});

/** The outcome of the last backup; none was ever made of a new installation. */
function lastBackupOf(backup: { error: string | null } | undefined): 'made' | 'failed' | 'none' {
  if (backup === undefined) return 'none';
  return backup.error === null ? 'made' : 'failed';
}

const columns: Column<Task>[] = [
  {
    key: 'name',
    header: 'Tâche',
    heading: true,
    place: 'start',
    cell: (task) => (
      <span className="grid">
        <span className="font-medium break-words" title={task.name}>
          {taskName(task.name).name}
        </span>
        <span className="text-small text-muted">{taskName(task.name).does}</span>
        {task.is_failing && <span className="text-small text-live">{task.last_error}</span>}
      </span>
    ),
  },
  {
    key: 'state',
    header: 'État',
    place: 'end',
    cell: (task) =>
      task.is_failing ? (
        <StateDot tone="live">Échoue</StateDot>
      ) : isLate(task, serverNow()) ? (
        <StateDot tone="spot">En retard</StateDot>
      ) : (
        <StateDot tone="settled">À l’heure</StateDot>
      ),
  },
  {
    key: 'every',
    header: 'Rythme',
    cell: ({ every_milliseconds, has_probe }) => rhythmOf(every_milliseconds, has_probe),
  },
  {
    key: 'last',
    header: 'Dernière fois',
    place: 'below',
    cell: ({ last_ended_at }) =>
      last_ended_at === null
        ? 'Jamais encore'
        : formatDateTime(last_ended_at, TEAM_ZONE, { weekday: false, month: 'short' }),
  },
  {
    key: 'milliseconds',
    header: 'Durée',
    align: 'end',
    cell: ({ last_milliseconds }) =>
      last_milliseconds === null ? '' : `${formatCount(last_milliseconds)}\u00a0ms`,
  },
  {
    key: 'failed',
    header: 'Échecs',
    align: 'end',
    cell: ({ runs, runs_failed }) => `${formatCount(runs_failed)} sur ${formatCount(runs)}`,
  },
];

const relaunching = (run: (name: string) => void, running: string | null): Column<Task> => ({
  key: 'run',
  header: 'Agir',
  place: 'below-end',
  cell: ({ name }) => (
    <Button size="sm" loading={running === name} onClick={() => run(name)}>
      Relancer
      <span className="sr-only"> {taskName(name).name}</span>
    </Button>
  ),
});

/** The tasks of the server: how many are not as they should be, then each. */
function Tasks({ tasks }: { tasks: readonly Task[] }) {
  const mayRun = useDuty();
  const relaunch = useCommand(runTask, { changes: [ADMIN_KEY], done: 'Tâche relancée' });
  const failing = tasks.filter(({ is_failing }) => is_failing).length;
  const late = tasks.filter((task) => !task.is_failing && isLate(task, serverNow())).length;
  const running = relaunch.pending ? (relaunch.input?.name ?? null) : null;
  return (
    <Part
      id="tasks"
      title="Tâches du serveur"
      tone={failing > 0 ? 'live' : late > 0 ? 'spot' : 'settled'}
      state={
        failing > 0
          ? plural(failing, 'tâche échoue', 'tâches échouent')
          : late > 0
            ? plural(late, 'tâche a du retard', 'tâches ont du retard')
            : 'Toutes à l’heure'
      }
      note={plural(tasks.length, 'tâche', 'tâches')}
      isTrouble={failing + late > 0}
      flush
    >
      <Table
        caption="Tâches du serveur"
        lines
        columns={mayRun ? [...columns, relaunching((name) => relaunch.press({ name }), running)] : columns}
        rows={tasks}
        rowKey={({ name }) => name}
      />
    </Part>
  );
}

/** Files of the books that leave by mail by themselves, and what keeps any of them. */
function Sendings() {
  const list = useQuery(schedulesQuery);
  const schedules = list.data ?? [];
  const kept = schedules.filter(({ trouble }) => trouble !== null);
  return (
    <Part
      id="report-sendings"
      title="Rapports par e-mail"
      tone={
        list.isError || kept.some(({ trouble }) => trouble !== 'month_open')
          ? 'live'
          : kept.length > 0
            ? 'spot'
            : 'settled'
      }
      state={
        list.isError
          ? 'N’ont pas pu être lus'
          : kept.length > 0
            ? plural(kept.length, 'envoi n’est pas parti', 'envois ne sont pas partis')
            : schedules.length === 0
              ? 'Aucun envoi programmé'
              : plural(schedules.length, 'envoi programmé', 'envois programmés')
      }
      isTrouble={list.isError || kept.length > 0}
    >
      {schedules.length > 0 && (
        <ul className="num grid gap-1.5 text-small">
          {schedules.map((schedule) => (
            <li key={schedule.id} className="flex flex-wrap justify-between gap-x-4">
              <span className="text-soft">{nameOf(schedule)}</span>
              <span className="text-muted">{stateOf(schedule).text}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-small text-muted">
        Ils se programment et s’arrêtent sur la page{' '}
        <TextLink to="/admin-dashboard/reports#schedules">Rapports</TextLink>.
      </p>
    </Part>
  );
}

/** The running system in one sentence, then each of its parts as a row that opens. */
export function SystemHealth() {
  const system = useQuery({
    ...systemQuery,
    // A page about now, left open on a wall; sooner while a check is under way.
    refetchInterval: ({ state }) => (state.data?.isChecking ? 2_000 : 30_000),
  });
  // A part that opens by itself pushes the rest down: all is shown at once.
  const [seesMoney, seesMails] = [useDuty('finance'), useDuty('support')];
  const orders = useQuery({ ...failedOrdersQuery, enabled: seesMoney });
  const letters = useQuery(deadLettersQuery);
  const errors = useQuery(errorsQuery);
  const sendings = useQuery({ ...schedulesQuery, enabled: seesMoney });
  return (
    <section className="mb-6 grid gap-6" aria-labelledby="health">
      {orders.isLoading || letters.isLoading || errors.isLoading || sendings.isLoading ? (
        <Skeleton className="h-[52rem]" />
      ) : (
        <Loaded
          query={system}
          failed="L’état du système n’a pas pu être lu"
          waiting={<Skeleton className="h-[52rem]" />}
        >
          {(found) => {
            const { tasks, failedOrders, failedPayouts, deadLetters, ledger } = found;
            const facts = {
              ...found,
              brokenCalendars: found.system.calendars_broken ?? 0,
              keptReports: (sendings.data ?? []).filter(
                ({ trouble }) => trouble !== null && trouble !== 'month_open',
              ).length,
              recentErrors: recentOf(errors.data ?? []).length,
            };
            const figure = (label: string, count: number) => ({
              label,
              value: formatCount(count),
              tone: count === 0 ? ('settled' as const) : ('live' as const),
            });
            return (
              <>
                <h2 id="health" className="text-title">
                  {healthSentence(faultsOf(facts, serverNow()))}
                </h2>
                <StatRow
                  stats={[
                    // A reader without access to the rows must not read that they add up.
                    ...(seesMoney
                      ? [
                          {
                            label: 'Grand livre',
                            value: formatMoney(ledger),
                            tone: ledger === 0 ? ('settled' as const) : ('live' as const),
                          },
                          figure('Ordres en échec', failedOrders),
                          figure('Versements en échec', failedPayouts),
                        ]
                      : []),
                    ...(seesMails ? [figure('E-mails abandonnés', deadLetters)] : []),
                  ]}
                />
                <Card padded={false}>
                  <FailedOrders />
                  {seesMails && <DeadLetters />}
                  {seesMoney && <Sendings />}
                  <Parts system={found.system} processes={found.processes} rooms={found.rooms} />
                  <Integrity checked={found.checked} isChecking={found.isChecking} />
                  <LastBackup backup={found.backup} />
                  <Tasks tasks={tasks} />
                  <LoggedErrors />
                </Card>
              </>
            );
          }}
        </Loaded>
      )}
    </section>
  );
}
