import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DoorClosed } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { REASON_LENGTH } from '#product/conference/contract.ts';
import { parseInstant } from '#product/shared/time/instant.ts';
import { Button } from '#web/ui/button.tsx';
import { Countdown, useRemaining } from '#web/ui/countdown.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Preview } from '../media/preview.tsx';
import { type LoadedRoom, ROOM_KEY, roomQuery } from '../queries.ts';
import { Preparation } from '../setup/preparation.tsx';
import { AdminEntries, SessionFacts } from '../setup/session-facts.tsx';
import { useRoom } from './room-context.tsx';

const bookingsOf = ({ side, booking }: LoadedRoom): string =>
  side === 'admin'
    ? '/admin-dashboard/sessions'
    : `/${side}-dashboard/bookings?booking=${encodeURIComponent(booking.id)}`;

/** Before one joins: what to prepare, how long to wait, or why the room does not open. */
export function JoinScreen() {
  const { details } = useRoom();
  const seeBooking = <ButtonLink to={bookingsOf(details)}>Voir la réservation</ButtonLink>;
  switch (details.state) {
    case 'cancelled':
      return (
        <ClosedScreen title="Cette session n’aura pas lieu" action={seeBooking}>
          <p>
            Elle a été annulée ou n’a jamais été confirmée. Ce qui était dû est remboursé sur votre moyen de
            paiement.
          </p>
        </ClosedScreen>
      );
    case 'unpaid':
      return (
        <ClosedScreen title="Cette place n’est pas encore payée" action={seeBooking}>
          <p>Le créneau vous est gardé quelques minutes. Terminez le paiement pour pouvoir entrer.</p>
        </ClosedScreen>
      );
    case 'unanswered':
      return (
        <ClosedScreen title="Cette demande attend une réponse" action={seeBooking}>
          <p>La loge ouvrira dix minutes avant l’heure, une fois la session confirmée.</p>
        </ClosedScreen>
      );
    case 'early':
      return (
        <ClosedScreen
          title="La loge n’est pas encore ouverte"
          action={<ButtonLink to="/conference/setup">Tester mes appareils</ButtonLink>}
        >
          <SessionFacts details={details} />
          <OpensIn details={details} />
        </ClosedScreen>
      );
    default:
      return <Join />;
  }
}

/**
 * The server says when the room is open. Where its clock is behind this one, it is asked again
 * after this time. Milliseconds.
 */
const ASK_AGAIN_AFTER = 2_000;

/** The countdown to the opening of the room; then the server is asked again. */
function OpensIn({ details }: { details: LoadedRoom }) {
  const client = useQueryClient();
  const isDue = useRemaining(parseInstant(details.opensAt), details.ahead) === 0;
  useQuery({ ...roomQuery(details.roomId), refetchInterval: isDue ? ASK_AGAIN_AFTER : false });
  return (
    <p className="text-soft">
      La loge ouvre dans{' '}
      <Countdown
        until={parseInstant(details.opensAt)}
        ahead={details.ahead}
        onEnd={() => void client.invalidateQueries({ queryKey: ROOM_KEY })}
      />
      .
    </p>
  );
}

/** Trying one's devices, and the button that lets one in. */
function Join() {
  const { details, room, join } = useRoom();
  const elsewhere =
    details.openElsewhere || ['room_open_elsewhere', 'room_taken_over'].includes(room.out?.code ?? '');
  const [reason, setReason] = useState('');
  const entering = room.phase === 'entering';
  const isAdmin = details.side === 'admin';
  const refused = room.out && !['room_open_elsewhere', 'room_taken_over', 'left'].includes(room.out.code);
  return (
    <div className="wrap grid gap-8 py-8">
      <h1 className="text-heading">{elsewhere ? 'Vous êtes déjà dans la loge' : 'Avant d’entrer'}</h1>
      <Preparation me={details.me}>
        <div className="grid gap-5">
          <SessionFacts details={details} />
          <AdminEntries entries={details.adminEntries} />
          {refused && room.out && <FormError>{room.out.message}</FormError>}
          {details.state === 'setup' && <OpensIn details={details} />}
          {details.state === 'open' && isAdmin && (
            <Field label="Raison de votre entrée" hint="Les deux personnes de la session la verront.">
              <Textarea
                value={reason}
                rows={2}
                maxLength={REASON_LENGTH.max}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          )}
          {details.state === 'open' && elsewhere && (
            <p className="text-soft">
              La session est ouverte dans un autre onglet ou sur un autre appareil. Reprenez-la ici : elle
              s’arrêtera là-bas.
            </p>
          )}
          {details.state === 'open' && (
            <Button
              tone="spot"
              size="lg"
              loading={entering}
              disabled={isAdmin && reason.trim().length < REASON_LENGTH.min}
              onClick={() => join({ takeOver: elsewhere, reason: reason.trim() })}
            >
              {elsewhere ? 'Reprendre ici' : 'Rejoindre'}
            </Button>
          )}
        </div>
      </Preparation>
    </div>
  );
}

/** The lobby: the others do not see or hear this person yet, and the room opens by itself. */
export function WaitingScreen() {
  const { details, media, local, leave } = useRoom();
  const toStart = useRemaining(parseInstant(details.startsAt), details.ahead);
  const streamer = details.others.find(({ side }) => side === 'streamer')?.name ?? 'Le streamer';
  return (
    <div className="wrap grid flex-1 content-center gap-8 py-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-center [@media(max-height:30rem)]:grid-cols-2 [@media(max-height:30rem)]:items-center [@media(max-height:30rem)]:gap-6">
      <Preview media={media} local={local} me={details.me} />
      <div className="grid gap-5">
        <div className="grid gap-3">
          <p className="flex items-center gap-2.5 text-small font-semibold text-soft">
            <span
              aria-hidden="true"
              className="keeps-turning size-2.5 animate-breathe rounded-full bg-spot"
            />
            À la porte
          </p>
          <h1 className="text-heading">{streamer} va vous faire entrer</h1>
          <p role="status" className="text-soft">
            {details.booking.title} {toStart > 0 ? 'va commencer' : 'a commencé'}, et votre arrivée est
            annoncée. Personne ne vous voit ni ne vous entend encore. Votre présence est comptée dès
            maintenant.
          </p>
        </div>
        <div>
          <Button onClick={leave}>Ne plus attendre</Button>
        </div>
      </div>
    </div>
  );
}

interface ClosedScreenProps {
  title: string;
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** A room that one cannot enter: why, and what to do. */
export function ClosedScreen({ title, children, action }: ClosedScreenProps) {
  return (
    <div className="wrap grid flex-1 content-center justify-items-center gap-4 py-16 text-center">
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-full bg-wash text-soft [&_svg]:size-7"
      >
        <DoorClosed />
      </span>
      <h1 className="text-heading">{title}</h1>
      <div className="grid max-w-[52ch] gap-3 text-soft">{children}</div>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {action}
        <ButtonLink to="/dashboard" tone={action ? 'quiet' : 'outline'}>
          Revenir à mon espace
        </ButtonLink>
      </div>
    </div>
  );
}

/**
 * For somebody who has no place in the session. It does not say whether there is a session at all.
 */
export const NotYours = () => (
  <ClosedScreen title="Cette loge n’est pas la vôtre">
    <p>
      Seules les personnes de la réservation y entrent. Si vous en êtes, connectez-vous avec le compte qui a
      servi à réserver.
    </p>
  </ClosedScreen>
);
