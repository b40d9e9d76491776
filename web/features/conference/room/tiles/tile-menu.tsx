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
import type { PeerState } from '#web/conference-core/controller/room-state.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx';
import { canFill, canFloat, toggleFilling, toggleFloating } from '../display.ts';

interface TileMenuProps {
  peer: PeerState;
  /** The menu of what they share instead of theirs. */
  ofScreen?: boolean;
  pinned: boolean;
  onPin: () => void;
  /** Opens what there is to set and to know about them. */
  onDetails: () => void;
  /** What a host may do to them; none for anybody else. */
  host: { mute?: () => void; stopShare?: () => void; remove: () => void } | null;
  /** In a list of people: nothing to fill the screen with. */
  inList?: boolean;
}

/** What one can do about somebody: see them larger, hear them softer, and as a host more. */
export function TileMenu({
  peer,
  ofScreen = false,
  pinned,
  onPin,
  onDetails,
  host,
  inList = false,
}: TileMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const frame = () => button.current?.closest('.room-place')?.querySelector('.room-tile') ?? null;
  const shows = ofScreen || (peer.flags?.camera === true && peer.camera !== null);
  const label = ofScreen ? `L’écran de ${peer.name} : options` : `${peer.name} : options`;
  return (
    <div className={inList ? '' : 'room-tile-menu'}>
      <DropdownMenu
        trigger={
          <button ref={button} type="button" aria-label={label} className="room-tile-button">
            <Ellipsis aria-hidden="true" className="size-5" />
          </button>
        }
      >
        <MenuItem icon={pinned ? <PinOff /> : <Pin />} onSelect={onPin}>
          {pinned ? 'Détacher' : 'Épingler'}
        </MenuItem>
        {!inList && canFill() && (
          <MenuItem icon={<Maximize2 />} onSelect={() => toggleFilling(frame())}>
            Plein écran
          </MenuItem>
        )}
        {!inList && shows && canFloat() && (
          <MenuItem
            icon={<PictureInPicture2 />}
            onSelect={() => toggleFloating(frame()?.querySelector('video') ?? null)}
          >
            Image dans l’image
          </MenuItem>
        )}
        {!ofScreen && (
          <MenuItem icon={<Activity />} onSelect={onDetails}>
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
