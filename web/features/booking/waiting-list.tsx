import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { waitsForQuery } from '#web/entities/offer/queries.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

interface WaitingListProps {
  offerId: string;
  /** Null while nobody is signed in. */
  personId: string | null;
  commands: BookingCommands;
  /** Where to sign in, on the way back here. */
  signInPath: string;
  /** Back from there: joins at once. */
  joinsNow: boolean;
  onJoined: () => void;
}

/** « Me prévenir si une place se libère », and out of the list again. */
export function WaitingList({
  offerId,
  personId,
  commands,
  signInPath,
  joinsNow,
  onJoined,
}: WaitingListProps) {
  const waiting = useQuery(waitsForQuery(offerId, personId));
  const { joinList, leaveList } = commands;
  const failure = joinList.error ?? leaveList.error;
  const joins = joinsNow && personId !== null && waiting.data === false;
  const asked = useRef(false);

  useEffect(() => {
    if (!joins || asked.current) return;
    asked.current = true;
    void joinList.run({ offerId }).then(onJoined, onJoined);
  }, [joins, joinList, offerId, onJoined]);

  if (personId === null) {
    return (
      <ButtonLink to={signInPath} size="sm">
        <BellRing aria-hidden="true" />
        Me prévenir si une place se libère
      </ButtonLink>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      {waiting.data ? (
        <>
          <p role="status" className="text-small text-soft">
            Vous êtes sur la liste d’attente : un e-mail part dès qu’une place se libère.
          </p>
          <Button
            size="sm"
            tone="quiet"
            loading={leaveList.pending}
            onClick={() => leaveList.press({ offerId })}
          >
            Ne plus me prévenir
          </Button>
        </>
      ) : (
        <Button size="sm" loading={joinList.pending} onClick={() => joinList.press({ offerId })}>
          <BellRing aria-hidden="true" />
          Me prévenir si une place se libère
        </Button>
      )}
      {failure && !(failure instanceof CommandError && failure.code === 'already_waiting') && (
        <p role="alert" className="text-small text-live">
          {errorText(failure)}
        </p>
      )}
    </div>
  );
}
