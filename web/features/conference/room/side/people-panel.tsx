import { useQuery } from '@tanstack/react-query';
import { Hand, Mic, MicOff, MonitorUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RoomSide } from '#product/conference/contract.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { answersQuery } from '../../queries.ts';
import { LobbyPanel } from '../host/lobby.tsx';
import { personKey } from '../layout/plan.ts';
import { useRoom, useStage } from '../room-context.tsx';
import { connectionText } from '../tiles/peer-tile.tsx';
import { TileMenu } from '../tiles/tile-menu.tsx';

const SIDE_TEXT: Readonly<Record<RoomSide, string>> = {
  streamer: 'streamer',
  viewer: 'viewer',
  admin: 'équipe Loge',
};

/** Lists the people present, raised hands first, and for the host also those in the lobby. */
export function PeoplePanel() {
  const { room, details } = useRoom();
  const { self, hands, host, group } = useStage();
  const turn = (id: string) => hands.get(id) ?? Number.POSITIVE_INFINITY;
  const people = room.peers.toSorted((a, b) => turn(a.participantId) - turn(b.participantId) || 0);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      {group && host.mayAdmit && <LobbyPanel />}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
        tabIndex={0}
        aria-label="Liste des personnes"
        className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1"
      >
        <ul className="grid">
          <Row name={self.name} avatarUrl={self.avatarUrl} note="vous" hand={self.hand} muted={self.muted} />
          {people.map((peer) => (
            <Row
              key={peer.participantId}
              name={peer.name}
              avatarUrl={peer.avatarUrl}
              note={connectionText(peer) ?? SIDE_TEXT[peer.side]}
              hand={hands.get(peer.participantId) ?? 0}
              muted={peer.flags?.mic === false}
              sharing={peer.flags?.screen === true}
            >
              <TileMenu peer={peer} tileKey={personKey(peer.participantId)} inList />
            </Row>
          ))}
        </ul>
        {details.side === 'streamer' && <Answers roomId={details.roomId} />}
      </section>
      {host.mayEnd && (
        <Button tone="danger-outline" onClick={() => host.ask({ act: 'end' })}>
          Terminer pour tous
        </Button>
      )}
    </div>
  );
}

/** The viewers' answers from their bookings, at hand for their streamer: fetched when opened. */
function Answers({ roomId }: { roomId: string }) {
  const [open, setOpen] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery({ ...answersQuery(roomId), enabled: open });
  const answered = (data ?? []).map(({ id, viewer_name: name, questions, answers }) => ({
    id,
    name: name ?? 'Compte supprimé',
    said: questions
      .filter((question) => (answers[question.id] ?? '') !== '')
      .map((question) => ({ ...question, answer: answers[question.id] ?? '' })),
  }));
  const some = answered.filter(({ said }) => said.length > 0);
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mt-2 border-t border-line text-small"
    >
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">
        Réponses à vos questions
      </summary>
      {isError ? (
        <FormError
          action={
            <button type="button" className="underline underline-offset-4" onClick={() => void refetch()}>
              Réessayer
            </button>
          }
        >
          Les réponses n’ont pas pu être chargées.
        </FormError>
      ) : !data && isFetching ? (
        <SkeletonText lines={2} />
      ) : some.length === 0 ? (
        <p className="pb-3 text-muted">Personne n’a répondu à une question de votre offre.</p>
      ) : (
        <ul className="grid gap-4 pb-3">
          {some.map(({ id, name, said }) => (
            <li key={id} className="grid gap-2">
              <p className="font-medium">{name}</p>
              <dl className="grid gap-2">
                {said.map((question) => (
                  <div key={question.id} className="grid gap-0.5">
                    <dt className="text-kicker text-muted">{question.label}</dt>
                    <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                      <LinkedText>{question.answer}</LinkedText>
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

interface RowProps {
  name: string;
  avatarUrl: string | null;
  note: string;
  hand: number;
  muted: boolean;
  sharing?: boolean;
  children?: ReactNode;
}

const Row = ({ name, avatarUrl, note, hand, muted, sharing = false, children }: RowProps) => (
  <li className="flex min-h-13 items-center gap-3">
    <Avatar name={name} src={avatarUrl} size="sm" />
    <p className="grid min-w-0 flex-1 leading-tight">
      <span className="truncate text-small font-medium">{name}</span>
      <span className="truncate text-kicker text-muted">{note}</span>
    </p>
    {hand > 0 && (
      <span className="flex items-center gap-0.5 text-spot">
        <Hand role="img" aria-label="main levée" className="size-4.5" />
        <span className="num text-kicker font-semibold">{hand}</span>
      </span>
    )}
    {sharing && <MonitorUp role="img" aria-label="partage son écran" className="size-4.5 text-soft" />}
    {muted ? (
      <MicOff role="img" aria-label="micro coupé" className="size-4.5 text-live" />
    ) : (
      <Mic role="img" aria-label="micro ouvert" className="size-4.5 text-muted" />
    )}
    {children ?? <span className="size-11 shrink-0" />}
  </li>
);
