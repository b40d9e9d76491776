import type { AdminEntry, RoomAct } from '#web/features/marketplace-admin/room-record.ts';
import { formatTime } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';

interface RoomActsProps {
  acts: readonly RoomAct[];
  entries: readonly AdminEntry[];
  /** Of whom something was done to. */
  nameOf: (personId: string | null) => string;
}

const BY = { streamer: 'Le streamer', admin: 'L’équipe Loge' } as const;

const DID: Readonly<Record<RoomAct['act'], (target: string) => string>> = {
  mute: (target) => `a coupé le micro de ${target}`,
  stop_share: (target) => `a arrêté le partage d’écran de ${target}`,
  remove: (target) => `a fait sortir ${target}`,
  admit: (target) => `a fait entrer ${target}`,
  refuse: (target) => `n’a pas fait entrer ${target}`,
  lobby_on: () => 'a ouvert la salle d’attente',
  lobby_off: () => 'a fermé la salle d’attente',
  end: () => 'a arrêté la session pour tout le monde',
  reopen: () => 'a rouvert la loge',
};

/** What was done in the room, and why admins came, in order. */
export function RoomActs({ acts, entries, nameOf }: RoomActsProps) {
  const zone = deviceZone();
  const lines = [
    ...acts.map(({ id, at, actor_side, act, target_id }) => ({
      key: `act ${String(id)}`,
      at,
      text: `${BY[actor_side]} ${DID[act](nameOf(target_id))}`,
    })),
    ...entries.map(({ id, entered_at: at, reason }) => ({
      key: `entry ${String(id)}`,
      at,
      text: `L’équipe Loge est entrée : « ${reason} »`,
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  if (lines.length === 0) return null;
  return (
    <ol className="num grid gap-1.5 text-small">
      {lines.map(({ key, at, text }) => (
        <li key={key} className="grid grid-cols-[auto_1fr] gap-3">
          <time dateTime={at} className="text-muted">
            {formatTime(at, zone)}
          </time>
          <span className="break-words">{text}</span>
        </li>
      ))}
    </ol>
  );
}
