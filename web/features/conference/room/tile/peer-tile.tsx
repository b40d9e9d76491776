import type { Quality } from '#web/conference-core/connection/connection-rating.ts';
import type { PeerState, ShownReaction } from '#web/conference-core/controller/room-state.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { TrackVideo } from '../../media/media-element.tsx';
import { TileReactions } from '../news/floating-reactions.tsx';
import { Caption } from './caption.tsx';

interface PeerTileProps {
  peer: PeerState;
  speaking: boolean;
  hand: number;
  quality: Quality | null;
  pinned: boolean;
  /** Too small for more than a face and a name. */
  small: boolean;
  tiny: boolean;
  /** The signs that they give. */
  reactions: readonly ShownReaction[];
}

/** What keeps somebody from being seen, in words. */
export function lineText({ link, gone }: Pick<PeerState, 'link' | 'gone'>): string | null {
  if (gone !== null || link === 'recovering') return 'Connexion perdue, reprise…';
  return link === 'connecting' ? 'Connexion…' : null;
}

/** Somebody else: their picture or their face on a card, and how the line is. Their voice plays apart. */
export function PeerTile(props: PeerTileProps) {
  const { peer, speaking, hand, quality, pinned, small, tiny, reactions } = props;
  const showsCamera = peer.flags?.camera === true && peer.camera !== null;
  const trouble = lineText(peer);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; this is one person
    <div
      role="group"
      aria-label={peer.name}
      data-peer={peer.participantId}
      data-link={peer.link}
      className={classNames('room-tile', speaking && !trouble && 'room-tile-speaking')}
    >
      {showsCamera && <TrackVideo track={peer.camera} label={`Caméra de ${peer.name}`} />}
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
        speaking={speaking}
        muted={peer.flags?.mic === false}
        hand={hand}
        quality={trouble || tiny ? null : quality}
        pinned={pinned}
        small={small}
      />
      <TileReactions reactions={reactions} small={small} />
    </div>
  );
}
