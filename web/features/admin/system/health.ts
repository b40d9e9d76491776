import type { Tables } from '#database/generated/types.ts';
import { formatCountdown, formatMoney, plural } from '#web/lib/format.ts';

/**
 * The server's facts about one of its tasks; one without an interval runs only when it is asked to.
 */
export type TaskFacts = Pick<
  Tables<'admin_tasks'>,
  'name' | 'every_milliseconds' | 'last_started_at' | 'last_ended_at' | 'is_failing' | 'is_running'
>;

/** The facts that the page has about the running system. */
export interface SystemFacts {
  tasks: readonly TaskFacts[];
  /** Orders that the provider refused for good. */
  failedOrders: number;
  /** The number of faults that processes report of themselves. */
  processFaults: number;
  failedPayouts: number;
  /** Agendas that could not be read. */
  brokenCalendars: number;
  /** Files of the books that should have left by mail; 0 to whom the books are not shown. */
  keptReports: number;
  /** Kinds of errors that the server logged within a day. */
  recentErrors: number;
  deadLetters: number;
  /** Cents that the ledger is off by. */
  ledger: number;
  /** Kinds of things that the last check of integrity found not to agree. */
  findings: number;
  /**
   * The outcome of the last backup. Without any, whatever breaks is lost: that is not well either.
   */
  lastBackup: 'made' | 'failed' | 'none';
}

/**
 * So much later than its time a task may be before it counts as late: after a restart, others come
 * first. Milliseconds.
 */
const GRACE = 120_000;

/**
 * Whether a task should have run again by now. One that never ended a run counts from nothing: a
 * server that begins is not late.
 */
export const isLate = ({ every_milliseconds, last_ended_at, is_running }: TaskFacts, now: number): boolean =>
  every_milliseconds !== null &&
  last_ended_at !== null &&
  !is_running &&
  now - Date.parse(last_ended_at) > 2 * every_milliseconds + GRACE;

/** When a task runs: at its interval, and at once where work begins it. */
export function rhythmOf(everyMilliseconds: number | null, hasProbe: boolean): string {
  if (everyMilliseconds === null) return 'À la demande';
  const every = formatCountdown(everyMilliseconds);
  return hasProbe ? `Dès qu’il faut, sinon ${every}` : every;
}

/** Lists the faults of the system, each in a few words; empty when all is well. */
export function faultsOf(system: SystemFacts, now: number): string[] {
  const failing = system.tasks.filter(({ is_failing }) => is_failing).length;
  const late = system.tasks.filter((task) => !task.is_failing && isLate(task, now)).length;
  return [
    system.ledger !== 0 && `le grand livre est décalé de ${formatMoney(system.ledger)}`,
    system.findings > 0 && plural(system.findings, 'écart d’intégrité', 'écarts d’intégrité'),
    system.lastBackup === 'failed' && 'la dernière sauvegarde a échoué',
    system.lastBackup === 'none' && 'aucune sauvegarde n’existe encore',
    failing > 0 && plural(failing, 'tâche échoue', 'tâches échouent'),
    late > 0 && plural(late, 'tâche a du retard', 'tâches ont du retard'),
    system.processFaults > 0 && plural(system.processFaults, 'alerte d’un serveur', 'alertes des serveurs'),
    system.failedOrders > 0 &&
      plural(system.failedOrders, 'ordre de paiement a échoué', 'ordres de paiement ont échoué'),
    system.failedPayouts > 0 && plural(system.failedPayouts, 'versement a échoué', 'versements ont échoué'),
    system.deadLetters > 0 && plural(system.deadLetters, 'e-mail abandonné', 'e-mails abandonnés'),
    system.keptReports > 0 &&
      plural(system.keptReports, 'rapport n’est pas parti', 'rapports ne sont pas partis'),
    system.brokenCalendars > 0 &&
      plural(system.brokenCalendars, 'agenda ne se lit pas', 'agendas ne se lisent pas'),
    system.recentErrors > 0 &&
      plural(system.recentErrors, 'sorte d’erreur depuis un jour', 'sortes d’erreurs depuis un jour'),
  ].filter((fault) => fault !== false);
}

/** The system in one sentence. */
export function healthSentence(faults: readonly string[]): string {
  if (faults.length === 0) return 'Tout va bien';
  const [last = '', ...before] = [...faults].reverse();
  const list = before.length === 0 ? last : `${before.reverse().join(', ')} et ${last}`;
  return `Tout va bien, sauf : ${list}`;
}
