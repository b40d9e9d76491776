import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { parseInstant } from '#domain/time/instant.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { capitalised, formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Countdown, useRemaining } from '#web/ui/countdown.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { comingQuery, lookQuery } from '../queries.ts';
import { Preparation } from './preparation.tsx';
import { ownZone, SessionFacts } from './session-facts.tsx';

interface SetupScreenProps {
  user: { id: string; name: string; avatarUrl: string | null };
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
        {bookingId === null ? (
          <FreeTest userId={user.id} />
        ) : (
          <ForSession key={bookingId} bookingId={bookingId} />
        )}
      </Preparation>
    </div>
  );
}

/** A session to come, with its countdown and the way in. */
function ForSession({ bookingId }: { bookingId: string }) {
  const { data: look, error, refetch, isFetching } = useQuery(lookQuery(bookingId));
  if (error && !look) {
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
  if (!look) return <div className="h-44 animate-breathe rounded-xl bg-stage" />;
  return (
    <div className="grid gap-5">
      <SessionFacts look={look} />
      <WayIn roomId={look.roomId} opensAt={look.opensAt} ahead={look.ahead} state={look.state} />
    </div>
  );
}

const CLOSED: Readonly<Record<string, string>> = {
  over: 'Cette session est terminée.',
  cancelled: 'Cette session n’aura pas lieu.',
  unpaid: 'Cette réservation n’est pas encore payée.',
  unanswered: 'Cette demande attend encore une réponse.',
};

function WayIn(props: { roomId: string; opensAt: string; ahead: number; state: string }) {
  const { roomId, opensAt, ahead, state } = props;
  const navigate = useNavigate();
  const opens = parseInstant(opensAt);
  const left = useRemaining(opens, ahead);
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
  if (left > 0) {
    return (
      <p className="text-soft">
        La loge ouvre dans <Countdown until={opens} ahead={ahead} />.
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

/** No session in mind: one's next ones to choose from. */
function FreeTest({ userId }: { userId: string }) {
  const { data: coming } = useQuery(comingQuery(userId));
  const title = useId();
  return (
    <section aria-labelledby={title} className="grid gap-3">
      <h2 id={title} className="text-title">
        Test libre
      </h2>
      <p className="text-small text-soft">
        {coming && coming.length > 0
          ? 'Ou préparez l’une de vos prochaines sessions :'
          : 'Vous n’avez pas de session à venir : vérifiez simplement que tout marche.'}
      </p>
      {coming && coming.length > 0 && (
        <ul className="grid gap-2">
          {coming.map((session) => (
            <li key={session.id}>
              <Link
                to={`?booking=${session.id}`}
                className="grid gap-0.5 rounded-lg border border-line p-3.5 transition-colors hover:bg-wash"
              >
                <span className="font-medium">
                  {capitalised(formatDateTime(session.start_at, ownZone()))}
                </span>
                <span className="text-small text-soft">
                  {session.title}, avec{' '}
                  {session.viewer_id === userId ? session.streamer_name : session.viewer_name}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
