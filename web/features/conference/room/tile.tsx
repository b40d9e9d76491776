import { Hand, Maximize2, MicOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { PeerState } from '../controller/room-state.ts';
import { TrackAudio, TrackVideo } from '../media/media-element.tsx';
import { useLevel } from '../media/use-level.ts';

const SPEAKING = 0.08;

interface PeerTileProps {
  peer: PeerState;
  speakerId: string | null;
  volume: number;
  /** Beside a shared screen, small. */
  small?: boolean;
}

/** Somebody else: their picture or their face on a card, their voice, and how the line is. */
export function PeerTile({ peer, speakerId, volume, small = false }: PeerTileProps) {
  const level = useLevel(peer.audio, peer.link === 'connected');
  const speaking = level > SPEAKING && peer.flags?.mic !== false;
  const lost = peer.link === 'recovering';
  const showsCamera = peer.flags?.camera === true && peer.camera !== null;
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={frame}
      data-peer={peer.participantId}
      data-link={peer.link}
      className={classNames(
        'relative size-full min-h-0 overflow-hidden rounded-xl border-2 bg-stage transition-colors',
        speaking ? 'border-spot' : 'border-line',
      )}
    >
      {showsCamera ? (
        <TrackVideo track={peer.camera} label={`Caméra de ${peer.name}`} />
      ) : (
        <div className="absolute inset-0 grid place-items-center">
          <Avatar name={peer.name} src={peer.avatarUrl} size={small ? 'md' : 'xl'} />
        </div>
      )}
      <TrackAudio track={peer.audio} speakerId={speakerId} volume={volume} />
      {peer.link !== 'connected' && (
        <p
          role="status"
          className="absolute inset-0 grid place-items-center bg-veil px-4 text-center font-medium"
        >
          {lost ? 'Connexion perdue, reprise…' : 'Connexion…'}
        </p>
      )}
      <Caption
        name={peer.name}
        speaking={speaking}
        muted={peer.flags?.mic === false}
        hand={peer.flags?.hand === true}
      />
      {!small && (
        <button
          type="button"
          aria-label={`Voir ${peer.name} en plein écran`}
          onClick={() => void frame.current?.requestFullscreen()}
          className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-veil text-soft hover:text-ink max-sm:hidden"
        >
          <Maximize2 aria-hidden="true" className="size-5" />
        </button>
      )}
    </div>
  );
}

interface CaptionProps {
  name: string;
  speaking?: boolean;
  muted?: boolean;
  hand?: boolean;
}

export const Caption = ({ name, speaking = false, muted = false, hand = false }: CaptionProps) => (
  <p className="absolute bottom-3 left-3 flex max-w-[calc(100%-1.5rem)] items-center gap-2 rounded-full bg-veil px-3 py-1.5 text-small font-medium">
    {hand && <Hand role="img" aria-label="main levée" className="size-4 text-spot" />}
    {muted && <MicOff role="img" aria-label="micro coupé" className="size-4 text-live" />}
    <span className="truncate">{name}</span>
    {speaking && (
      <span aria-hidden="true" className="text-kicker font-normal text-soft">
        parle
      </span>
    )}
  </p>
);

/** A shared screen: whole, first, and as large as there is room. */
export function ScreenTile({ track, name }: { track: MediaStreamTrack; name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={frame}
      className="relative size-full min-h-0 overflow-hidden rounded-xl border-2 border-line bg-pit"
    >
      <TrackVideo track={track} whole label={`Écran de ${name}`} />
      <Caption name={`Écran de ${name}`} />
      <button
        type="button"
        aria-label="Voir l’écran en plein écran"
        onClick={() => void frame.current?.requestFullscreen()}
        className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-veil text-soft hover:text-ink"
      >
        <Maximize2 aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}

/** « Camille lève la main », said once each time. */
export function HandNews({ peers }: { peers: readonly PeerState[] }) {
  const raised = peers.filter(({ flags }) => flags?.hand).map(({ name }) => name);
  const text = raised.join(', ');
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(text === '' ? '' : `${text} : main levée`), [text]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
