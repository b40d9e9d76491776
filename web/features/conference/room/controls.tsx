import {
  Activity,
  Ellipsis,
  Hand,
  Keyboard,
  MessageSquare,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  Settings2,
  Video,
  VideoOff,
} from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx';
import type { LocalMedia, LocalState } from '../media/local-media.ts';
import { RoundButton } from '../media/round-button.tsx';
import type { RoomWindow } from './room-windows.tsx';

interface ControlsProps {
  media: LocalMedia;
  local: LocalState;
  /** Messages not read yet. */
  unread: number;
  onChat: () => void;
  onOpen: (window: RoomWindow) => void;
  onLeave: () => void;
}

/** Whether this browser can share a screen: telephones cannot. */
const canShare = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';

export function toggleShare(media: LocalMedia): void {
  if (media.state().tracks.screen) media.stopScreen();
  else if (canShare()) void media.shareScreen();
}

/** What one hand reaches at the foot of the screen. */
export function Controls({ media, local, unread, onChat, onOpen, onLeave }: ControlsProps) {
  const mic = local.tracks.audio !== null && local.choices.mic;
  const { camera, screen } = local.tracks;
  return (
    <fieldset
      aria-label="Commandes de la loge"
      className="flex min-w-0 items-center justify-center gap-2.5 sm:gap-3"
    >
      <RoundButton
        label={mic ? 'Couper le micro' : 'Activer le micro'}
        shortcut="M"
        off={!mic}
        onClick={() => void media.setMic(!mic)}
      >
        {mic ? <Mic /> : <MicOff />}
      </RoundButton>
      <RoundButton
        label={camera ? 'Couper la caméra' : 'Activer la caméra'}
        shortcut="V"
        off={!camera}
        onClick={() => void media.setCamera(!camera)}
      >
        {camera ? <Video /> : <VideoOff />}
      </RoundButton>
      {canShare() && (
        <RoundButton
          label={screen ? 'Arrêter le partage' : 'Partager l’écran'}
          shortcut="E"
          active={screen !== null}
          className="max-sm:hidden"
          onClick={() => toggleShare(media)}
        >
          {screen ? <MonitorX /> : <MonitorUp />}
        </RoundButton>
      )}
      <RoundButton
        label={local.hand ? 'Baisser la main' : 'Lever la main'}
        shortcut="L"
        active={local.hand}
        className="max-sm:hidden"
        onClick={() => media.setHand(!local.hand)}
      >
        <Hand />
      </RoundButton>
      <RoundButton label="Chat" shortcut="C" count={unread} className="lg:hidden" onClick={onChat}>
        <MessageSquare />
      </RoundButton>
      <DropdownMenu
        trigger={
          <button
            type="button"
            aria-label="Autres commandes"
            className="grid size-12 shrink-0 place-items-center rounded-full border border-line-strong bg-raised hover:bg-hover"
          >
            <Ellipsis aria-hidden="true" className="size-5" />
          </button>
        }
      >
        {canShare() && (
          <MenuItem icon={<MonitorUp />} onSelect={() => toggleShare(media)}>
            {screen ? 'Arrêter le partage' : 'Partager l’écran'}
          </MenuItem>
        )}
        <MenuItem icon={<Hand />} onSelect={() => media.setHand(!local.hand)}>
          {local.hand ? 'Baisser la main' : 'Lever la main'}
        </MenuItem>
        <MenuItem icon={<Settings2 />} onSelect={() => onOpen('devices')}>
          Appareils et volume
        </MenuItem>
        <MenuItem icon={<Activity />} onSelect={() => onOpen('line')}>
          Connexion en chiffres
        </MenuItem>
        <MenuItem icon={<Keyboard />} onSelect={() => onOpen('keys')}>
          Raccourcis clavier
        </MenuItem>
      </DropdownMenu>
      <Button tone="danger" onClick={onLeave} className="min-h-12">
        Quitter
      </Button>
    </fieldset>
  );
}
