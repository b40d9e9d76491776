import { type BookingDetails, startOf } from '#web/entities/booking/booking.ts';
import { StepTitle } from '#web/features/booking/stage-frame.tsx';
import { formatShortDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';

interface LostStageProps {
  booking: BookingDetails;
  zone: string;
  /** Asks for the same start again; null when that makes no sense. */
  onTakeAgain: (() => void) | null;
  onChoose: () => void;
}

/** What ended it, and what became of the money. */
function story({ status, cause, streamer_name, reason, paying }: BookingDetails): {
  title: string;
  lead: string;
} {
  const who = streamer_name ?? 'Le streamer';
  // The authorisation that comes too late is let go of by the server.
  const money = paying
    ? 'Si votre banque a réservé le montant, elle le libère : rien n’est débité.'
    : 'Rien n’a été débité.';
  if (cause === 'hold_released') return { title: 'La place est libérée', lead: money };
  if (status === 'held' || cause === 'hold_lapsed') {
    return {
      title: 'Le temps de garder la place est écoulé',
      lead: `${money} Elle est peut-être encore libre.`,
    };
  }
  if (cause === 'request_unanswered') {
    return { title: `${who} n’a pas répondu à temps`, lead: 'Rien n’a été débité.' };
  }
  if (status === 'declined') {
    const said = reason ? ` ${who} a écrit : «\u202f${reason}\u202f»` : '';
    return { title: 'La demande n’a pas été acceptée', lead: `Rien n’a été débité.${said}` };
  }
  return {
    title: 'Cette réservation est annulée',
    lead: 'Le détail et le remboursement sont dans vos réservations.',
  };
}

/** The hold is over, or the booking ended: what happened, and the next step. */
export function LostStage({ booking, zone, onTakeAgain, onChoose }: LostStageProps) {
  const { title, lead } = story(booking);
  return (
    <div className="mx-auto grid max-w-2xl gap-6 py-6">
      <StepTitle lead={lead}>{title}</StepTitle>
      <div className="flex flex-wrap gap-3">
        {onTakeAgain && (
          <Button tone="spot" size="lg" onClick={onTakeAgain}>
            <span className="num">Reprendre {formatShortDateTime(startOf(booking), zone)}</span>
          </Button>
        )}
        <Button size="lg" onClick={onChoose}>
          Choisir un autre créneau
        </Button>
      </div>
    </div>
  );
}
