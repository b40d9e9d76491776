import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { formatInstant, type Instant } from '#product/shared/time/instant.ts';
import { waitsForQuery } from '#web/entities/offer/queries.ts';
import type { BookingNavigation } from '#web/features/booking/address.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { type BookingPerson, idOf } from '#web/features/booking/stage.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';

/** The awaited start: any start of the offer, or one of them. */
type Wish = 'any' | Instant;

interface WaitingWish {
  offerId: string | null;
  person: BookingPerson;
  navigation: BookingNavigation;
  commands: BookingCommands;
}

/**
 * Returns the starts that this person waits for, and the actions that begin and end it. A visitor
 * signs in first, and is then put on the list at once.
 */
export function useWaiting({ offerId, person, navigation, commands }: WaitingWish) {
  const { address, replace, pathWith } = navigation;
  const { joinList, leaveList } = commands;
  const personId = idOf(person.visitor);
  const navigate = useNavigate();
  const waits = useQuery({ ...waitsForQuery(offerId ?? '', offerId === null ? null : personId) });
  const asked = useRef(false);
  const wished = address.waitsFor;
  const inputOf = (wish: Wish) => ({
    offerId: offerId ?? '',
    ...(wish !== 'any' && { start: formatInstant(wish) }),
  });

  useEffect(() => {
    if (wished === null || offerId === null || personId === null || asked.current) return;
    asked.current = true;
    lastWish.current = wished;
    const done = () => replace({ waiting: null });
    joinList.run({ offerId, ...(wished !== 'any' && { start: formatInstant(wished) }) }).then(done, done);
  }, [wished, personId, offerId, joinList, replace]);

  const lastWish = useRef<Wish>('any');
  const failure = joinList.error ?? leaveList.error;
  const isWaiting = failure instanceof CommandError && failure.code === 'already_waiting';
  const asksAge = failure instanceof CommandError && failure.code === 'age_needed';
  return {
    any: waits.data?.any ?? false,
    starts: waits.data?.starts,
    joining: joinList.pending,
    leaving: leaveList.pending,
    failure: failure && !isWaiting && !asksAge ? errorText(failure) : null,
    /**
     * An offer for adults asks who waits for it for their age, and goes on with what they wished.
     */
    asksAge,
    goOn: () => joinList.press(inputOf(lastWish.current)),
    set(wish: Wish, on: boolean) {
      lastWish.current = wish;
      if (personId === null) {
        const waiting = wish === 'any' ? 'join' : formatInstant(wish);
        void navigate(person.signInPath(pathWith({ waiting, offer: offerId })));
      } else if (on) joinList.press(inputOf(wish));
      else leaveList.press(inputOf(wish));
    },
  };
}

export type Waiting = ReturnType<typeof useWaiting>;

/**
 * « Me prévenir si une place se libère », for any start of the offer, and leaving the list again.
 */
export function WaitingList({ waiting }: { waiting: Waiting }) {
  return (
    <div className="grid justify-items-start gap-2">
      {waiting.any ? (
        <>
          <p role="status" className="text-small text-soft">
            Vous êtes sur la liste d’attente : un e-mail part dès qu’une place se libère.
          </p>
          <Button size="sm" tone="quiet" loading={waiting.leaving} onClick={() => waiting.set('any', false)}>
            Ne plus me prévenir
          </Button>
        </>
      ) : (
        <Button
          size="sm"
          className="max-w-full py-2 text-balance"
          loading={waiting.joining}
          onClick={() => waiting.set('any', true)}
        >
          <BellRing aria-hidden="true" />
          Me prévenir si une place se libère
        </Button>
      )}
    </div>
  );
}
