import type { ReactNode } from 'react';
import { qualityOf } from '#web/conference-core/connection/connection-rating.ts';
import type { PeerState, ShownReaction } from '#web/conference-core/controller/room-state.ts';
import type { Host } from '../host/use-host.ts';
import { personKey, SELF, screenKey } from '../layout/plan.ts';
import type { Shape } from '../layout/tile-layout.tsx';
import type { Lines } from '../use-connection-quality.ts';
import { PeerTile, ScreenTile } from './peer-tile.tsx';
import { type Self, SelfMenu, SelfTile } from './self-tile.tsx';
import { TileMenu } from './tile-menu.tsx';

interface StageTilesOptions {
  peers: readonly PeerState[];
  /** One's own participant. */
  myId: string | null;
  self: Self;
  reactions: readonly ShownReaction[];
  speaking: ReadonlySet<string>;
  hands: ReadonlyMap<string, number>;
  lines: Lines;
  host: Host;
  pinned: string | null;
  onPin: (key: string | null) => void;
  onDetails: (participantId: string) => void;
  onTuck: () => void;
}

export interface StageTiles {
  tile: (key: string, shape: Shape) => ReactNode;
  /** The menu of somebody, in a list of people. */
  menuOf: (peer: PeerState) => ReactNode;
}

/** Who shows a screen now. */
export const isSharing = ({ flags, screen }: PeerState): boolean => flags?.screen === true && screen !== null;

/** How each key of the floor is drawn. */
export function stageTiles(options: StageTilesOptions): StageTiles {
  const { peers, myId, self, reactions, speaking, hands, lines, host, pinned, onPin, onDetails, onTuck } =
    options;
  const reactionsOf = (id: string | null) => reactions.filter(({ participantId }) => participantId === id);
  const menuFor = (peer: PeerState, key: string, where: { ofScreen?: boolean; inList?: boolean }) => (
    <TileMenu
      {...where}
      peer={peer}
      pinned={pinned === key}
      onPin={() => onPin(pinned === key ? null : key)}
      onDetails={() => onDetails(peer.participantId)}
      host={host.overPeer(peer)}
    />
  );
  return {
    menuOf: (peer) => menuFor(peer, personKey(peer.participantId), { inList: true }),
    tile(key, shape) {
      const { small } = shape;
      if (key === SELF) {
        const isPinned = pinned === SELF;
        return (
          <>
            <SelfTile self={self} {...shape} pinned={isPinned} reactions={reactionsOf(myId)} />
            <SelfMenu
              pinned={isPinned}
              onPin={peers.length > 0 ? () => onPin(isPinned ? null : SELF) : undefined}
              onTuck={onTuck}
            />
          </>
        );
      }
      const peer = peers.find(({ participantId: id }) => personKey(id) === key || screenKey(id) === key);
      if (!peer) return null;
      const { participantId, name, screen } = peer;
      if (key === screenKey(participantId)) {
        if (!screen) return null;
        return (
          <>
            <ScreenTile track={screen} name={name} pinned={pinned === key} small={small} />
            {menuFor(peer, key, { ofScreen: true })}
          </>
        );
      }
      const line = lines.get(participantId);
      return (
        <>
          <PeerTile
            peer={peer}
            speaking={speaking.has(participantId)}
            hand={hands.get(participantId) ?? 0}
            quality={line ? qualityOf(line) : null}
            pinned={pinned === key}
            {...shape}
            reactions={reactionsOf(participantId)}
          />
          {menuFor(peer, key, {})}
        </>
      );
    },
  };
}
