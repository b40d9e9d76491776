import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DoorClosed } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { REASON_LENGTH } from '#contracts/conference.ts';
import { parseInstant } from '#domain/time/instant.ts';
import type { EnterOptions } from '#web/conference-core/controller/ports.ts';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import type { LocalMedia } from '#web/conference-core/media/local-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Countdown, useRemaining } from '#web/ui/countdown.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { Preview } from '../media/preview.tsx';
import { CONFERENCE_KEY, lookQuery, type SeenRoom } from '../queries.ts';
import { Preparation } from '../setup/preparation.tsx';
import { AdminEntries, SessionFacts } from '../setup/session-facts.tsx';

interface DoorScreenProps {
  look: SeenRoom;
  room: RoomSnapshot;
  onJoin: (options: EnterOptions) => void;
}

const bookingsOf = ({ side, booking }: SeenRoom): string =>
  side === 'admin'
    ? '/admin-dashboard/sessions'
    : `/${side}-dashboard/bookings?booking=${encodeURIComponent(booking.id)}`;

/** In front of the room: what to prepare, how long to wait, or why it stays shut. */
export function DoorScreen({ look, room, onJoin }: DoorScreenProps) {
  const seeBooking = <ButtonLink to={bookingsOf(look)}>Voir la réservation</ButtonLink>;
  switch (look.state) {
    case 'cancelled':
      return (
        <ClosedScreen title="Cette session n’aura pas lieu" action={seeBooking}>
          <p>
            Elle a été annulée ou n’a jamais été confirmée. Ce qui était dû est rendu sur votre moyen de
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
          <SessionFacts look={look} />
          <OpensIn look={look} />
        </ClosedScreen>
      );
    default:
      return <Lobby look={look} room={room} onJoin={onJoin} />;
  }
}

/** The server opens the door: when its clock is a moment behind this one, it is asked again so often. Milliseconds. */
const ASKED_AGAIN = 2_000;

/** The countdown to the door; when it opens the room is looked at again. */
function OpensIn({ look }: { look: SeenRoom }) {
  const client = useQueryClient();
  const isDue = useRemaining(parseInstant(look.opensAt), look.ahead) === 0;
  useQuery({ ...lookQuery(look.roomId), refetchInterval: isDue ? ASKED_AGAIN : false });
  return (
    <p className="text-soft">
      La loge ouvre dans{' '}
      <Countdown
        until={parseInstant(look.opensAt)}
        ahead={look.ahead}
        onEnd={() => void client.invalidateQueries({ queryKey: [...CONFERENCE_KEY, 'look'] })}
      />
      .
    </p>
  );
}

function Lobby({ look, room, onJoin }: DoorScreenProps) {
  const elsewhere =
    look.openElsewhere || ['room_open_elsewhere', 'room_taken_over'].includes(room.out?.code ?? '');
  const [reason, setReason] = useState('');
  const entering = room.phase === 'entering';
  const isAdmin = look.side === 'admin';
  const refused = room.out && !['room_open_elsewhere', 'room_taken_over', 'left'].includes(room.out.code);
  return (
    <div className="wrap grid gap-8 py-8">
      <h1 className="text-heading">{elsewhere ? 'Vous êtes déjà dans la loge' : 'Avant d’entrer'}</h1>
      <Preparation me={look.me}>
        <div className="grid gap-5">
          <SessionFacts look={look} />
          <AdminEntries entries={look.adminEntries} />
          {refused && room.out && <FormError>{room.out.message}</FormError>}
          {look.state === 'setup' && <OpensIn look={look} />}
          {look.state === 'open' && isAdmin && (
            <Field label="Raison de votre entrée" hint="Les deux personnes de la session la verront.">
              <Textarea
                value={reason}
                rows={2}
                maxLength={REASON_LENGTH.max}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          )}
          {look.state === 'open' && elsewhere && (
            <p className="text-soft">
              La session est ouverte dans un autre onglet ou sur un autre appareil. Reprenez-la ici : elle
              s’arrêtera là-bas.
            </p>
          )}
          {look.state === 'open' && (
            <Button
              tone="spot"
              size="lg"
              loading={entering}
              disabled={isAdmin && reason.trim().length < REASON_LENGTH.min}
              onClick={() => onJoin({ takeOver: elsewhere, reason: reason.trim() })}
            >
              {elsewhere ? 'Reprendre ici' : 'Rejoindre'}
            </Button>
          )}
        </div>
      </Preparation>
    </div>
  );
}

interface WaitingScreenProps {
  look: SeenRoom;
  media: LocalMedia;
  onLeave: () => void;
}

/** At the door: nobody sees or hears one yet, and it opens by itself. */
export function WaitingScreen({ look, media, onLeave }: WaitingScreenProps) {
  const local = useSyncExternalStore(media.subscribe, media.state);
  const toStart = useRemaining(parseInstant(look.startsAt), look.ahead);
  const streamer = look.others.find(({ side }) => side === 'streamer')?.name ?? 'Le streamer';
  return (
    <div className="wrap grid flex-1 content-center gap-8 py-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-center [@media(max-height:30rem)]:grid-cols-2 [@media(max-height:30rem)]:items-center [@media(max-height:30rem)]:gap-6">
      <Preview media={media} local={local} me={look.me} />
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
            {look.booking.title} {toStart > 0 ? 'va commencer' : 'a commencé'}, et votre arrivée est annoncée.
            Personne ne vous voit ni ne vous entend encore. Votre présence est comptée dès maintenant.
          </p>
        </div>
        <div>
          <Button onClick={onLeave}>Ne plus attendre</Button>
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

/** A door that does not open: why, and what to do. */
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

/** For whoever is not of the session; whether there is one is not told. */
export const NotYours = () => (
  <ClosedScreen title="Cette loge n’est pas la vôtre">
    <p>
      Seules les personnes de la réservation y entrent. Si vous en êtes, connectez-vous avec le compte qui a
      servi à réserver.
    </p>
  </ClosedScreen>
);
