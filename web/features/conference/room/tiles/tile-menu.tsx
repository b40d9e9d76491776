import {
  Activity,
  Ellipsis,
  Maximize2,
  MicOff,
  MonitorX,
  PictureInPicture2,
  Pin,
  PinOff,
  UserRoundX,
} from 'lucide-react';
import { useRef } from 'react';
import { ofName } from '#product/shared/elision.ts';
import type { PeerState } from '#web/conference-core/controller/room-state.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx';
import {
  canUseFullscreen,
  canUsePictureInPicture,
  toggleFullscreen,
  togglePictureInPicture,
} from '../display.ts';
import { useStage } from '../room-context.tsx';

interface TileMenuProps {
  peer: PeerState;
  tileKey: string;
  /** The menu of the screen that they share. */
  ofScreen?: boolean;
  /** In a list of people: there is no picture to show larger. */
  inList?: boolean;
}

/** The menu of a participant: pin them, change their volume, and for a host more. */
export function TileMenu({ peer, tileKey, ofScreen = false, inList = false }: TileMenuProps) {
  const stage = useStage();
  const pinned = stage.pinned === tileKey;
  const host = stage.host.overPeer(peer);
  const button = useRef<HTMLButtonElement>(null);
  const frame = () => button.current?.closest('.room-place')?.querySelector('.room-tile') ?? null;
  const shows = ofScreen || (peer.flags?.camera === true && peer.camera !== null);
  const label = ofScreen ? `L’écran ${ofName(peer.name)} : options` : `${peer.name} : options`;
  return (
    <div className={inList ? '' : 'room-tile-menu'}>
      <DropdownMenu
        trigger={
          <button ref={button} type="button" aria-label={label} className="room-tile-button">
            <Ellipsis aria-hidden="true" className="size-5" />
          </button>
        }
      >
        <MenuItem icon={pinned ? <PinOff /> : <Pin />} onSelect={() => stage.togglePin(tileKey)}>
          {pinned ? 'Détacher' : 'Épingler'}
        </MenuItem>
        {!inList && canUseFullscreen() && (
          <MenuItem icon={<Maximize2 />} onSelect={() => toggleFullscreen(frame())}>
            Plein écran
          </MenuItem>
        )}
        {!inList && shows && canUsePictureInPicture() && (
          <MenuItem
            icon={<PictureInPicture2 />}
            onSelect={() => togglePictureInPicture(frame()?.querySelector('video') ?? null)}
          >
            Image dans l’image
          </MenuItem>
        )}
        {!ofScreen && (
          <MenuItem icon={<Activity />} onSelect={() => stage.openDialog({ person: peer.participantId })}>
            Volume et connexion
          </MenuItem>
        )}
        {host && <MenuSeparator />}
        {host?.mute && !ofScreen && (
          <MenuItem icon={<MicOff />} onSelect={host.mute}>
            Couper son micro
          </MenuItem>
        )}
        {host?.stopShare && (
          <MenuItem icon={<MonitorX />} onSelect={host.stopShare}>
            Arrêter son partage
          </MenuItem>
        )}
        {host && !ofScreen && (
          <MenuItem icon={<UserRoundX />} danger onSelect={host.remove}>
            Faire sortir
          </MenuItem>
        )}
      </DropdownMenu>
    </div>
  );
}
