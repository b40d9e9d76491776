import type { ReactNode } from 'react';
import type { Tables } from '#database/types.ts';
import { type ProcessFault, processFaults } from '#domain/system/process-figures.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { formatCount, formatDateTime, plural } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';

/** Sizes as people compare them: three figures at most. */
export function formatSize(bytes: number): string {
  const units = ['octets', 'Ko', 'Mo', 'Go', 'To'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1_000 ** step;
  return `${formatCount(value < 10 && step > 0 ? Math.round(value * 10) / 10 : Math.round(value))}\u00a0${units[step]}`;
}

const when = (at: string) => formatDateTime(at, TEAM_ZONE, { weekday: false, month: 'short' });

interface PartProps {
  title: string;
  tone: 'settled' | 'spot' | 'live';
  state: string;
  lines: readonly [label: string, value: ReactNode][];
}

/** One part of the installation: how it is, in a few words, then its figures. */
function Part({ title, tone, state, lines }: PartProps) {
  return (
    <Card className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h3 className="text-lead font-medium">{title}</h3>
      <StateDot tone={tone}>{state}</StateDot>
      <dl className="num grid gap-1.5 text-small">
        {lines.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 text-soft break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const FAULTS: Readonly<Record<ProcessFault, string>> = {
  slow_loop: 'Répond avec retard',
  pool_waits: 'Attend la base',
  disk_scarce: 'Disque presque plein',
  media_fails: 'Un moteur de loges ne répond pas',
};

type ProcessRow = Pick<Tables<'admin_processes'>, 'key' | 'started_at' | 'figures'>;

function Process({ row, number }: { row: ProcessRow; number: number }) {
  const { figures } = row;
  const faults = processFaults(figures);
  return (
    <Part
      title={`Serveur ${number}`}
      tone={faults.length === 0 ? 'settled' : 'live'}
      state={faults.length === 0 ? 'Répond' : faults.map((fault) => FAULTS[fault]).join(', ')}
      lines={[
        ['En marche depuis', when(row.started_at)],
        [
          'Boucle d’événements',
          `${formatCount(figures.eventLoop.median)} ms, une fois sur cent plus de ${formatCount(figures.eventLoop.late)} ms`,
        ],
        ...figures.pools.map(({ name, busy, size, waiting }): [string, ReactNode] => [
          name === 'rest' ? 'Connexions de REST' : 'Connexions à la base',
          `${formatCount(busy)} sur ${formatCount(size)}${waiting > 0 ? `, ${formatCount(waiting)} en attente` : ''}`,
        ]),
        [
          'Temps réel',
          `${plural(figures.sockets, 'connexion', 'connexions')}, ${plural(figures.channels, 'canal', 'canaux')}`,
        ],
        ['Mémoire', formatSize(figures.memory.resident)],
        [
          'Disque',
          figures.disk === null
            ? 'Inconnu'
            : `${formatSize(figures.disk.free)} libres sur ${formatSize(figures.disk.size)}`,
        ],
        ...figures.media.map(({ engine, ok }): [string, ReactNode] => [
          `Image et son, ${ENGINES[engine] ?? engine}`,
          ok ? 'Répond' : 'Ne répond pas',
        ]),
        ['Relais TURN', figures.turn ? 'Prêt' : 'Aucun : connexions directes'],
        ['Version', `Loge ${figures.version}, Node ${figures.node}`],
      ]}
    />
  );
}

const ENGINES: Readonly<Record<string, string>> = {
  p2p: 'en direct',
  embedded: 'serveur intégré',
  janus: 'Janus',
};

type SystemRow = Omit<
  Tables<'admin_system'>,
  | 'mails_failed'
  | 'payouts_failed'
  | 'errors_today'
  | 'last_backup_at'
  | 'lines_good'
  | 'lines_fair'
  | 'lines_poor'
>;
type LiveRoom = Pick<
  Tables<'admin_live_rooms'>,
  'session_id' | 'title' | 'people' | 'waiting' | 'good' | 'fair' | 'poor'
>;

/** How good the lines of a room are, as its browsers measured them last. */
function linesText({ good, fair, poor }: LiveRoom): string {
  const told = [
    [poor, 'mauvaise', 'mauvaises'],
    [fair, 'moyenne', 'moyennes'],
    [good, 'bonne', 'bonnes'],
  ] as const;
  const known = told.filter(([count]) => count > 0);
  return known.length === 0
    ? 'lignes pas encore mesurées'
    : `lignes : ${known.map(([count, one, many]) => plural(count, one, many)).join(', ')}`;
}

/** Each part of the installation. */
export function Parts({
  system,
  processes,
  rooms,
}: {
  system: SystemRow;
  processes: readonly ProcessRow[];
  rooms: readonly LiveRoom[];
}) {
  const unapplied = system.webhooks_unapplied;
  const broken = system.calendars_broken;
  const poor = rooms.some((room) => room.poor > 0);
  // Two columns of their own heights: how much each part has to say differs.
  const column = 'grid grid-cols-[minmax(0,1fr)] content-start gap-4';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <div className={column}>
        {processes.map((row, at) => (
          <Process key={row.key} row={row} number={at + 1} />
        ))}
        <Part
          title="Paiements et courrier"
          tone={unapplied === 0 ? 'settled' : 'spot'}
          state={
            system.last_webhook_at === null
              ? 'Le prestataire n’a encore rien dit'
              : `Le prestataire a parlé le ${when(system.last_webhook_at)}`
          }
          lines={[
            ['Événements en un jour', formatCount(system.webhooks_today)],
            ['Dont sans effet', formatCount(system.webhooks_unapplied)],
            ['Ordres en attente', formatCount(system.orders_waiting)],
            ['E-mails en attente', formatCount(system.mails_waiting)],
          ]}
        />
      </div>
      <div className={column}>
        <Part
          title="Loges ouvertes"
          tone={poor ? 'spot' : 'settled'}
          state={
            rooms.length === 0
              ? 'Personne en ce moment'
              : `${plural(system.rooms_live, 'loge', 'loges')}, ${plural(system.people_in_rooms, 'personne', 'personnes')}`
          }
          lines={rooms.map((room): [string, ReactNode] => [
            room.title,
            `${plural(room.people, 'personne', 'personnes')}, ${linesText(room)}`,
          ])}
        />
        <Part
          title="Base et fichiers"
          tone="settled"
          state={`Postgres ${(system.postgres_version ?? '').split(' ')[0]}`}
          lines={[
            ['Base', formatSize(system.database_bytes ?? 0)],
            ['Fichiers', `${formatCount(system.objects)}, ${formatSize(system.object_bytes)}`],
            ['Dernière migration', (system.migration ?? 'Aucune').replace('.sql', '')],
          ]}
        />
        <Part
          title="Agendas"
          tone={broken === 0 ? 'settled' : 'spot'}
          state={
            broken === 0
              ? 'Tous lus'
              : `${plural(broken, 'agenda ne se lit pas', 'agendas ne se lisent pas')}`
          }
          lines={[
            ['Lus', formatCount(system.calendars_working)],
            ['Pas encore lus', formatCount(system.calendars_pending)],
          ]}
        />
      </div>
    </div>
  );
}
