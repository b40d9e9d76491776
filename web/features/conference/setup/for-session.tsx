import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { parseInstant } from '#domain/time/instant.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { CONFERENCE_KEY, lookQuery, type SeenRoom } from '../queries.ts';
import { SessionFacts } from './session-facts.tsx';

/** A session to come, with its countdown and the way in. */
export function ForSession({ bookingId }: { bookingId: string }) {
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
  if (!look) {
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
      <SessionFacts look={look} />
      <WayIn look={look} />
    </div>
  );
}

const CLOSED: Partial<Record<SeenRoom['state'], string>> = {
  over: 'Cette session est terminée.',
  cancelled: 'Cette session n’aura pas lieu.',
  unpaid: 'Cette réservation n’est pas encore payée.',
  unanswered: 'Cette demande attend encore une réponse.',
};

/** The door: shut for good, not yet open, or open. The server says which; the countdown only asks it again in time. */
function WayIn({ look }: { look: SeenRoom }) {
  const { roomId, opensAt, setupFrom, ahead, state } = look;
  const navigate = useNavigate();
  const client = useQueryClient();
  const lookAgain = () => void client.invalidateQueries({ queryKey: [...CONFERENCE_KEY, 'look'] });
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
        <Countdown until={parseInstant(setupFrom)} ahead={ahead} onEnd={lookAgain} announced={false} />. D’ici
        là, rien ne vous empêche d’essayer vos appareils.
      </p>
    );
  }
  if (state === 'setup') {
    return (
      <p className="text-soft">
        La loge ouvre dans <Countdown until={parseInstant(opensAt)} ahead={ahead} onEnd={lookAgain} />. Restez
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
