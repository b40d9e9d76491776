import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Role } from '#product/shared/roles.ts';
import { parseInstant } from '#product/shared/time/instant.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { capitalised, formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { type ComingSession, comingQuery, type LoadedRoom, ROOM_KEY, roomQuery } from '../queries.ts';
import { Preparation } from './preparation.tsx';
import { OwnName, ownZone, SessionFacts } from './session-facts.tsx';

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
          <Link
            to="/dashboard"
            className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4"
          >
            Mon espace
          </Link>
        </p>
        <h1 className="text-heading">Avant d’entrer</h1>
        <p className="max-w-[60ch] text-soft">
          Personne ne vous voit ni ne vous entend ici. Vos choix sont gardés pour la loge.
        </p>
      </header>
      <Preparation me={user} after={bookingId === null && <OwnSessions userId={user.id} />}>
        {bookingId === null ? <FreeTest user={user} /> : <ForSession key={bookingId} bookingId={bookingId} />}
      </Preparation>
    </div>
  );
}

/** No session in mind. */
function FreeTest({ user }: Pick<SetupScreenProps, 'user'>) {
  const title = useId();
  return (
    <section aria-labelledby={title} className="grid gap-3">
      <h2 id={title} className="text-title">
        Test libre
      </h2>
      {user.role !== 'admin' && <OwnName name={user.shownName} role={user.role} />}
    </section>
  );
}

/** One's next sessions to prepare for. A session of several people stands here once. */
function OwnSessions({ userId }: { userId: string }) {
  const { data: coming, isPending, isError, refetch, isFetching } = useQuery(comingQuery(userId));
  const title = useId();
  const otherOf = ({ viewer_id, streamer_name, viewer_name }: ComingSession) =>
    viewer_id === userId ? streamer_name : viewer_name;
  const bySession = [...Map.groupBy(coming ?? [], ({ session_id }) => session_id).values()].slice(0, MOST);
  return (
    <section aria-labelledby={title} className="grid gap-3">
      <h2 id={title} className="text-title">
        Vos prochaines sessions
      </h2>
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
      {coming !== undefined && (
        <p className="text-small text-soft">
          {bySession.length > 0
            ? 'Préparez l’une d’elles : son heure et la porte de la loge viennent avec.'
            : 'Vous n’avez pas de session à venir : vérifiez simplement que tout marche.'}
        </p>
      )}
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
                  <span className="text-small text-pretty text-soft">
                    {first.title}, avec{' '}
                    {more.length > 0 ? `${String(more.length + 1)} personnes` : otherOf(first)}
                  </span>
                </Link>
              </li>
            ) : null,
          )}
        </ul>
      )}
    </section>
  );
}

/** A session to come, with its countdown and the way in. */
function ForSession({ bookingId }: { bookingId: string }) {
  const { data: details, error, refetch, isFetching } = useQuery(roomQuery(bookingId));
  if (error && !details) {
    const missing = error instanceof CommandError && error.code === 'room_not_found';
    return (
      <ErrorState
        title={missing ? 'Cette session n’est pas la vôtre' : 'La session n’a pas pu être chargée'}
        description={missing ? 'Vous pouvez tester vos appareils quand même.' : errorText(error)}
        {...(missing ? {} : { onRetry: () => void refetch() })}
        retrying={isFetching}
      />
    );
  }
  if (!details) {
    return (
      <div
        role="status"
        aria-label="Chargement de la session"
        className="h-44 animate-breathe rounded-xl bg-stage"
      />
    );
  }
  return (
    <div className="grid gap-5">
      <SessionFacts details={details} />
      <WayIn details={details} />
    </div>
  );
}

const CLOSED: Partial<Record<LoadedRoom['state'], string>> = {
  over: 'Cette session est terminée.',
  cancelled: 'Cette session n’aura pas lieu.',
  unpaid: 'Cette réservation n’est pas encore payée.',
  unanswered: 'Cette demande attend encore une réponse.',
};

/**
 * The way into the room: over, not yet open, or open. The server decides; the countdown asks it
 * again in time.
 */
function WayIn({ details }: { details: LoadedRoom }) {
  const { roomId, opensAt, setupFrom, ahead, state } = details;
  const navigate = useNavigate();
  const client = useQueryClient();
  const askAgain = () => void client.invalidateQueries({ queryKey: ROOM_KEY });
  const closed = CLOSED[state];
  if (closed !== undefined) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-soft">{closed}</p>
        <Link to={`/conference/room/${roomId}`} className={buttonClass()}>
          Voir ce qu’il en est
        </Link>
      </div>
    );
  }
  if (state === 'early') {
    return (
      <p className="text-soft">
        La préparation ouvre une heure avant, dans{' '}
        <Countdown until={parseInstant(setupFrom)} ahead={ahead} onEnd={askAgain} announced={false} />. D’ici
        là, rien ne vous empêche d’essayer vos appareils.
      </p>
    );
  }
  if (state === 'setup') {
    return (
      <p className="text-soft">
        La loge ouvre dans <Countdown until={parseInstant(opensAt)} ahead={ahead} onEnd={askAgain} />. Restez
        ici : la porte s’ouvrira sans que vous rechargiez la page.
      </p>
    );
  }
  return (
    <Button
      tone="spot"
      size="lg"
      onClick={() => void navigate(`/conference/room/${roomId}`, { state: { join: true } })}
    >
      Rejoindre
    </Button>
  );
}
