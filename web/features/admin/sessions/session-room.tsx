import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ofName } from '#product/shared/elision.ts';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { lanesOf, type Presence, scaleOf } from '#web/features/admin/sessions/presence-lanes.ts';
import { type AdminSession, type SessionTimes, sessionTimes } from '#web/features/admin/sessions/session.ts';
import { formatDuration } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { classNames } from '#web/ui/class-names.ts';

const readActs = (supabase: LogeSupabase) =>
  supabase.from('room_acts').select('id,at,actor_side,act,target_id');
const readEntries = (supabase: LogeSupabase) => supabase.from('admin_entries').select('id,reason,entered_at');

interface RoomRecord {
  presences: Presence[];
  acts: QueryData<ReturnType<typeof readActs>>;
  entries: QueryData<ReturnType<typeof readEntries>>;
}

/**
 * The record of a session's room: presences, the host's actions, and the reasons why admins came.
 */
const roomRecordQuery = (roomId: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'room', roomId],
    queryFn: async ({ signal }): Promise<RoomRecord> => {
      const { supabase } = await loadClient();
      const [presences, acts, entries] = await Promise.all([
        supabase
          .from('attendances')
          .select('id,person_id,side,place,joined_at,last_seen_at,left_at')
          .eq('session_id', roomId)
          .order('joined_at')
          .abortSignal(signal)
          .throwOnError(),
        readActs(supabase).eq('session_id', roomId).order('at').abortSignal(signal).throwOnError(),
        readEntries(supabase).eq('session_id', roomId).order('entered_at').abortSignal(signal).throwOnError(),
      ]);
      return {
        presences: presences.data,
        acts: acts.data,
        entries: entries.data,
      };
    },
  });

/** Shows the record of a session's room: the evidence of a dispute. */
export function SessionRoom({ session }: { session: AdminSession }) {
  const record = useQuery(roomRecordQuery(session.session_id));
  const nameOf = (personId: string | null, side?: Presence['side']): string => {
    if (side === 'admin') return 'L’équipe Loge';
    if (personId === null) return 'un compte supprimé';
    if (personId === session.streamer_id) return session.streamer_name ?? 'le streamer';
    if (personId === session.viewer_id) return session.viewer_name ?? 'le viewer';
    return side === undefined ? 'un autre viewer' : 'Un autre viewer';
  };
  return (
    <Loaded query={record} failed="Ce qui s’est passé dans la loge n’a pas pu être chargé">
      {(found) => (
        <section className="grid gap-4">
          <h3 className="text-title">Dans la loge</h3>
          {found.presences.length === 0 ? (
            <p className="text-small text-soft">Personne n’est entré dans la loge.</p>
          ) : (
            <PresenceBars session={session} presences={found.presences} nameOf={nameOf} />
          )}
          <RoomActs record={found} nameOf={nameOf} times={sessionTimes(session)} />
        </section>
      )}
    </Loaded>
  );
}

const BY = { streamer: 'Le streamer', admin: 'L’équipe Loge' } as const;

const DID: Readonly<Record<RoomRecord['acts'][number]['act'], (target: string) => string>> = {
  mute: (target) => `a coupé le micro ${ofName(target)}`,
  stop_share: (target) => `a arrêté le partage d’écran ${ofName(target)}`,
  remove: (target) => `a fait sortir ${target}`,
  admit: (target) => `a fait entrer ${target}`,
  refuse: (target) => `n’a pas fait entrer ${target}`,
  lobby_on: () => 'a ouvert la salle d’attente',
  lobby_off: () => 'a fermé la salle d’attente',
  end: () => 'a arrêté la session pour tout le monde',
  reopen: () => 'a rouvert la loge',
};

interface RoomActsProps {
  record: RoomRecord;
  nameOf: (personId: string | null) => string;
  times: SessionTimes;
}

/** The acts in the room and the reasons of admins who came, in order. */
function RoomActs({ record: { acts, entries }, nameOf, times }: RoomActsProps) {
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
            {times.time(at)}
          </time>
          <span className="break-words">{text}</span>
        </li>
      ))}
    </ol>
  );
}

interface PresenceBarsProps {
  session: AdminSession;
  presences: readonly Presence[];
  nameOf: (personId: string | null, side: Presence['side']) => string;
}

const BAR = {
  room: 'bg-settled',
  // Stripes: waiting is told apart without colour.
  lobby:
    'border border-spot bg-[repeating-linear-gradient(135deg,var(--color-spot)_0_2px,transparent_2px_6px)]',
} as const;

/** Shows a bar for each presence while the room was open, and the same in words. */
function PresenceBars({ session, presences, nameOf }: PresenceBarsProps) {
  const { time } = sessionTimes(session);
  const scale = scaleOf(presences, session);
  const lanes = lanesOf(presences, session, ({ person_id, side }) => nameOf(person_id, side));
  const end = new Date(Date.parse(session.start_at) + session.duration_minutes * 60_000);
  return (
    <div className="grid gap-4">
      <ul className="num grid gap-4 text-small">
        {lanes.map(({ key, name, bars, minutes }) => (
          <li key={key} className="grid gap-1.5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <b className="font-semibold">{name}</b>
              <span className="text-soft">{formatDuration(minutes)} pendant la session</span>
            </span>
            <span aria-hidden="true" className="relative block h-4 rounded bg-wash">
              <span
                className="absolute inset-y-0 border-x border-line-strong bg-wash"
                style={{ left: `${scale.start}%`, width: `${scale.end - scale.start}%` }}
              />
              {bars.map(({ key: id, place, left, width }) => (
                <span
                  key={id}
                  className={classNames('absolute inset-y-1 min-w-0.5 rounded-[3px]', BAR[place])}
                  style={{ left: `${left}%`, width: `${width}%` }}
                />
              ))}
            </span>
            <span className="text-kicker text-muted">
              {bars
                .map(
                  ({ place, from, until }) =>
                    `${place === 'lobby' ? 'en attente ' : ''}${time(new Date(from))} – ${time(new Date(until))}`,
                )
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <p className="num text-kicker text-muted">
        Entre les deux traits, la session : {time(session.start_at)} – {time(end)}. Les hachures sont une
        attente devant la loge.
      </p>
    </div>
  );
}
