import type { ReactNode } from 'react';
import type { Tables } from '#database/generated/types.ts';
import { type ProcessFault, processFaults } from '#product/system/rules/process-figures.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { Part, PartLines } from '#web/features/admin/system/part.tsx';
import { formatCount, formatDateTime, plural } from '#web/lib/format.ts';

/** Sizes as people compare them: three figures at most. */
export function formatSize(bytes: number): string {
  const units = ['octets', 'Ko', 'Mo', 'Go', 'To'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1_000 ** step;
  return `${formatCount(value < 10 && step > 0 ? Math.round(value * 10) / 10 : Math.round(value))}\u00a0${units[step]}`;
}

const when = (at: string) => formatDateTime(at, TEAM_ZONE, { weekday: false, month: 'short' });

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
      id={`server-${String(number)}`}
      title={`Serveur ${String(number)}`}
      tone={faults.length === 0 ? 'settled' : 'live'}
      state={faults.length === 0 ? 'Répond' : faults.map((fault) => FAULTS[fault]).join(', ')}
      note={`${formatSize(figures.memory.resident)}, ${plural(figures.sockets, 'connexion', 'connexions')} en temps réel`}
      isTrouble={faults.length > 0}
    >
      <PartLines
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
    </Part>
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
  return (
    <>
      {processes.map((row, at) => (
        <Process key={row.key} row={row} number={at + 1} />
      ))}
      <Part
        id="payments"
        title="Paiements et courrier"
        tone={unapplied === 0 ? 'settled' : 'spot'}
        state={
          system.last_webhook_at === null
            ? 'Le prestataire n’a encore rien dit'
            : `Le prestataire a parlé le ${when(system.last_webhook_at)}`
        }
        note={`${plural(system.mails_waiting, 'e-mail', 'e-mails')} en attente`}
        isTrouble={unapplied > 0}
      >
        <PartLines
          lines={[
            ['Événements en un jour', formatCount(system.webhooks_today)],
            ['Dont sans effet', formatCount(system.webhooks_unapplied)],
            ['Ordres en attente', formatCount(system.orders_waiting)],
            ['E-mails en attente', formatCount(system.mails_waiting)],
          ]}
        />
      </Part>
      <Part
        id="rooms"
        title="Loges ouvertes"
        tone={poor ? 'spot' : 'settled'}
        state={
          rooms.length === 0
            ? 'Personne en ce moment'
            : `${plural(system.rooms_live, 'loge', 'loges')}, ${plural(system.people_in_rooms, 'personne', 'personnes')}`
        }
        isTrouble={poor}
      >
        {rooms.length === 0 ? (
          <p className="text-small text-muted">
            Les loges où quelqu’un se trouve se lisent ici, avec la qualité de leurs lignes.
          </p>
        ) : (
          <ul className="num grid gap-1.5 text-small">
            {rooms.map((room) => (
              <li key={room.session_id} className="flex flex-wrap justify-between gap-x-4">
                <span className="text-soft wrap-anywhere">{room.title}</span>
                <span className="text-muted">
                  {plural(room.people, 'personne', 'personnes')}, {linesText(room)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part
        id="database"
        title="Base et fichiers"
        tone="settled"
        state={`Postgres ${(system.postgres_version ?? '').split(' ')[0] ?? ''}`}
        note={`${formatSize(system.database_bytes ?? 0)}, et ${formatSize(system.object_bytes)} de fichiers`}
        isTrouble={false}
      >
        <PartLines
          lines={[
            ['Base', formatSize(system.database_bytes ?? 0)],
            ['Fichiers', `${formatCount(system.objects)}, ${formatSize(system.object_bytes)}`],
            ['Dernière migration', (system.migration ?? 'Aucune').replace('.sql', '')],
          ]}
        />
      </Part>
      <Part
        id="calendars"
        title="Agendas"
        tone={broken === 0 ? 'settled' : 'spot'}
        state={broken === 0 ? 'Tous lus' : plural(broken, 'agenda ne se lit pas', 'agendas ne se lisent pas')}
        note={`${formatCount(system.calendars_working)} lus`}
        isTrouble={broken > 0}
      >
        <PartLines
          lines={[
            ['Lus', formatCount(system.calendars_working)],
            ['Pas encore lus', formatCount(system.calendars_pending)],
          ]}
        />
      </Part>
    </>
  );
}
