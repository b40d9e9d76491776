import { useQuery } from '@tanstack/react-query';
import { PresenceBars } from '#web/features/marketplace-admin/presence-bars.tsx';
import { RoomActs } from '#web/features/marketplace-admin/room-acts.tsx';
import { type Presence, roomRecordQuery } from '#web/features/marketplace-admin/room-record.ts';
import type { AdminSession } from '#web/features/marketplace-admin/session.ts';
import { plural } from '#web/lib/format.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** What happened in the room of a session: the evidence of a dispute. */
export function SessionRoom({ session }: { session: AdminSession }) {
  const record = useQuery(roomRecordQuery(session.session_id));
  if (record.isPending) return <SkeletonText lines={4} />;
  if (record.isError)
    return (
      <ErrorState
        title="Ce qui s’est passé dans la loge n’a pas pu être chargé"
        onRetry={() => record.refetch()}
        retrying={record.isFetching}
      />
    );
  const { presences, acts, entries, messages } = record.data;
  const nameOf = (personId: string | null, side?: Presence['side']): string => {
    if (side === 'admin') return 'L’équipe Loge';
    if (personId === null) return 'un compte supprimé';
    if (personId === session.streamer_id) return session.streamer_name ?? 'le streamer';
    if (personId === session.viewer_id) return session.viewer_name ?? 'le viewer';
    return side === undefined ? 'un autre viewer' : 'Un autre viewer';
  };
  return (
    <section className="grid gap-4">
      <h3 className="text-title">Dans la loge</h3>
      {presences.length === 0 ? (
        <p className="text-small text-soft">Personne n’est entré dans la loge.</p>
      ) : (
        <PresenceBars session={session} presences={presences} nameOf={nameOf} />
      )}
      <RoomActs acts={acts} entries={entries} nameOf={nameOf} />
      <p className="num text-small text-soft">
        {messages === 0
          ? 'Aucun message échangé.'
          : `${plural(messages, 'message échangé', 'messages échangés')}.`}
      </p>
    </section>
  );
}
