import type { PeerState } from '#web/conference-core/controller/room-state.ts';
import { personKey, SELF, screenKey } from '../layout/plan.ts';
import type { Shape } from '../layout/tile-layout.tsx';
import { useRoom, useStage } from '../room-context.tsx';
import { PeerTile, ScreenTile } from './peer-tile.tsx';
import { SelfMenu, SelfTile } from './self-tile.tsx';
import { TileMenu } from './tile-menu.tsx';

/** Whether somebody shows a screen now. */
export const isSharing = ({ flags, screen }: PeerState): boolean => flags?.screen === true && screen !== null;

/** One tile of the layout with its menu: somebody, the screen that they share, or oneself. */
export function StageTile({ tileKey, ...shape }: Shape & { tileKey: string }) {
  const { peers } = useRoom().room;
  const pinned = useStage().pinned === tileKey;
  if (tileKey === SELF) {
    return (
      <>
        <SelfTile {...shape} pinned={pinned} />
        <SelfMenu canPin={peers.length > 0} />
      </>
    );
  }
  const peer = peers.find(({ participantId: id }) => [personKey(id), screenKey(id)].includes(tileKey));
  if (!peer) return null;
  if (tileKey === personKey(peer.participantId)) {
    return (
      <>
        <PeerTile peer={peer} pinned={pinned} {...shape} />
        <TileMenu peer={peer} tileKey={tileKey} />
      </>
    );
  }
  if (!peer.screen) return null;
  return (
    <>
      <ScreenTile track={peer.screen} name={peer.name} pinned={pinned} small={shape.small} />
      <TileMenu peer={peer} tileKey={tileKey} ofScreen />
    </>
  );
}
