import { Hand, MicOff, Pin } from 'lucide-react';
import { ofName } from '#product/shared/elision.ts';
import { type Quality, qualityOf } from '#web/conference-core/connection/connection-rating.ts';
import type { PeerState } from '#web/conference-core/controller/room-state.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { TrackVideo } from '../../media/track-video.tsx';
import { QUALITY_TEXT } from '../../setup/connection-report.ts';
import type { Shape } from '../layout/tile-layout.tsx';
import { TileReactions } from '../reactions.tsx';
import { useRoom, useStage } from '../room-context.tsx';

interface PeerTileProps extends Shape {
  peer: PeerState;
  pinned: boolean;
}

/** The reason why somebody cannot be seen, in words. */
export function connectionText({ link, gone }: Pick<PeerState, 'link' | 'gone'>): string | null {
  if (gone !== null || link === 'recovering') return 'Connexion perdue, reprise…';
  return link === 'connecting' ? 'Connexion…' : null;
}

/**
 * Somebody else: their picture or their avatar, and how good the connection is. Their voice plays
 * apart.
 */
export function PeerTile({ peer, pinned, small, tiny }: PeerTileProps) {
  const { reactions } = useRoom().room;
  const { speaking, hands, connections } = useStage();
  const { participantId } = peer;
  const reading = connections.get(participantId);
  const isSpeaking = speaking.has(participantId);
  const showsCamera = peer.flags?.camera === true && peer.camera !== null;
  const trouble = connectionText(peer);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; this is one person
    <div
      role="group"
      aria-label={peer.name}
      data-peer={participantId}
      data-link={peer.link}
      className={classNames('room-tile', isSpeaking && !trouble && 'room-tile-speaking')}
    >
      {showsCamera && <TrackVideo track={peer.camera} label={`Caméra ${ofName(peer.name)}`} />}
      {(trouble !== null || !showsCamera) && (
        <div
          className={classNames(
            'absolute inset-0 grid content-center justify-items-center gap-3 px-2 text-center',
            trouble !== null && 'bg-veil',
            tiny && 'pb-5',
          )}
        >
          {!(tiny && trouble) && (
            <Avatar
              name={peer.name}
              src={peer.avatarUrl}
              size={tiny ? 'md' : small ? 'lg' : 'xl'}
              className={trouble ? 'opacity-60' : undefined}
            />
          )}
          {trouble && (
            <p role="status" className={classNames('font-medium', small ? 'text-kicker' : 'text-base')}>
              {trouble}
            </p>
          )}
        </div>
      )}
      <Caption
        name={peer.name}
        speaking={isSpeaking}
        muted={peer.flags?.mic === false}
        hand={hands.get(participantId) ?? 0}
        quality={trouble || tiny || !reading ? null : qualityOf(reading)}
        pinned={pinned}
        small={small}
      />
      <TileReactions
        reactions={reactions.filter((reaction) => reaction.participantId === participantId)}
        small={small}
      />
    </div>
  );
}

interface ScreenTileProps {
  track: MediaStreamTrack;
  name: string;
  pinned: boolean;
  small: boolean;
}

/** A shared screen: whole, never cut. */
export const ScreenTile = ({ track, name, pinned, small }: ScreenTileProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; this is one screen
  <div role="group" aria-label={`L’écran que partage ${name}`} className="room-tile bg-pit">
    <TrackVideo track={track} whole label={`Écran ${ofName(name)}`} />
    <Caption name={`Écran ${ofName(name)}`} pinned={pinned} small={small} />
  </div>
);

interface CaptionProps {
  name: string;
  speaking?: boolean;
  muted?: boolean;
  /** The position among the raised hands, from 1; 0 while the hand is down. */
  hand?: number;
  quality?: Quality | null;
  pinned?: boolean;
  small?: boolean;
}

/**
 * The name and state of the participant, on a dark background of its own: readable on any picture.
 */
export function Caption(props: CaptionProps) {
  const {
    name,
    speaking = false,
    muted = false,
    hand = 0,
    quality = null,
    pinned = false,
    small = false,
  } = props;
  return (
    <div
      className={classNames(
        'absolute flex items-center rounded-full bg-veil font-medium',
        small
          ? 'bottom-1.5 left-1.5 max-w-[calc(100%-0.75rem)] gap-1.5 px-2 py-0.5 text-kicker'
          : 'bottom-3 left-3 max-w-[calc(100%-1.5rem)] gap-2 px-3 py-1.5 text-small',
      )}
    >
      {hand > 0 && (
        <span className="flex shrink-0 items-center gap-0.5 text-spot">
          <Hand role="img" aria-label="main levée" className="size-4" />
          <span className="num text-kicker font-semibold">{hand}</span>
        </span>
      )}
      {muted && <MicOff role="img" aria-label="micro coupé" className="size-4 shrink-0 text-live" />}
      {pinned && <Pin role="img" aria-label="épinglé" className="size-3.5 shrink-0 text-soft" />}
      <span className="truncate">{name}</span>
      {speaking && !small && (
        <span aria-hidden="true" className="text-kicker font-normal text-soft">
          parle
        </span>
      )}
      {quality && <QualityBars quality={quality} />}
    </div>
  );
}

const BARS: Readonly<Record<Quality, { lit: number; light: string }>> = {
  good: { lit: 3, light: 'bg-settled' },
  fair: { lit: 2, light: 'bg-spot' },
  poor: { lit: 1, light: 'bg-live' },
};

/**
 * How good the connection with somebody is: bars that differ in number as well as in colour, and
 * words for people who do not see them.
 */
export function QualityBars({ quality }: { quality: Quality }) {
  const { lit, light } = BARS[quality];
  return (
    <span
      role="img"
      aria-label={QUALITY_TEXT[quality]}
      title={QUALITY_TEXT[quality]}
      className="flex h-3 shrink-0 items-end gap-0.5"
    >
      {[1, 2, 3].map((bar) => (
        <span
          key={bar}
          style={{ height: `${String(bar * 33)}%` }}
          className={`w-[3px] rounded-full ${bar <= lit ? light : 'bg-line-strong'}`}
        />
      ))}
    </span>
  );
}
