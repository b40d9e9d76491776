import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Role } from '#domain/account/roles.ts';
import { capitalised, formatDateTime } from '#web/lib/format.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { type ComingSession, comingQuery } from '../queries.ts';
import { ForSession } from './for-session.tsx';
import { OwnName } from './own-name.tsx';
import { Preparation } from './preparation.tsx';
import { ownZone } from './session-facts.tsx';

/** Sessions to choose from. */
const MOST = 3;

interface SetupScreenProps {
  user: { id: string; role: Role; name: string; shownName: string | null; avatarUrl: string | null };
  /** The booking to prepare for; null for a free test. */
  bookingId: string | null;
}

/** `/conference/setup`: try one's devices, for a session or for nothing. */
export function SetupScreen({ user, bookingId }: SetupScreenProps) {
  return (
    <div className="wrap grid gap-8 py-8">
      <header className="grid gap-2">
        <p className="text-small text-muted">
          <Link to="/dashboard" className="underline decoration-line-strong underline-offset-4">
            Mon espace
          </Link>
        </p>
        <h1 className="text-heading">Avant d’entrer</h1>
        <p className="max-w-[60ch] text-soft">
          Personne ne vous voit ni ne vous entend ici. Vos choix sont gardés pour la loge.
        </p>
      </header>
      <Preparation me={user}>
        {bookingId === null ? <FreeTest user={user} /> : <ForSession key={bookingId} bookingId={bookingId} />}
      </Preparation>
    </div>
  );
}

/** No session in mind: one's next ones to choose from. */
function FreeTest({ user }: Pick<SetupScreenProps, 'user'>) {
  const { data: coming, isPending, isError, refetch, isFetching } = useQuery(comingQuery(user.id));
  const title = useId();
  return (
    <section aria-labelledby={title} className="grid gap-3">
      <h2 id={title} className="text-title">
        Test libre
      </h2>
      <Coming sessions={coming ?? null} userId={user.id} />
      {isError && (
        <ErrorState
          title="Vos sessions n’ont pas pu être chargées"
          description="Le test de vos appareils marche sans elles."
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {isPending && (
        <div
          role="status"
          aria-label="Chargement de vos sessions"
          className="h-16 animate-breathe rounded-lg bg-stage"
        />
      )}
      {user.role !== 'admin' && <OwnName name={user.shownName} role={user.role} />}
    </section>
  );
}

/** A session of several people stands here once. */
function Coming({ sessions, userId }: { sessions: readonly ComingSession[] | null; userId: string }) {
  if (sessions === null) return null;
  const bySession = [...Map.groupBy(sessions, ({ session_id }) => session_id).values()].slice(0, MOST);
  const otherOf = ({ viewer_id, streamer_name, viewer_name }: ComingSession) =>
    viewer_id === userId ? streamer_name : viewer_name;
  return (
    <>
      <p className="text-small text-soft">
        {bySession.length > 0
          ? 'Ou préparez l’une de vos prochaines sessions :'
          : 'Vous n’avez pas de session à venir : vérifiez simplement que tout marche.'}
      </p>
      {bySession.length > 0 && (
        <ul className="grid gap-2">
          {bySession.map(([first, ...more]) =>
            first ? (
              <li key={first.session_id}>
                <Link
                  to={`?booking=${first.id}`}
                  className="grid gap-0.5 rounded-lg border border-line p-3.5 transition-colors hover:bg-wash"
                >
                  <span className="font-medium">
                    {capitalised(formatDateTime(first.start_at, ownZone()))}
                  </span>
                  <span className="text-small text-soft">
                    {first.title}, avec{' '}
                    {more.length > 0 ? `${String(more.length + 1)} personnes` : otherOf(first)}
                  </span>
                </Link>
              </li>
            ) : null,
          )}
        </ul>
      )}
    </>
  );
}
