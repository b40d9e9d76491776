import { Hand, MessageSquare, Mic, MicOff, MonitorUp, MonitorX, Users, Video, VideoOff } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { ExtensionControl } from '../../extension/extension-control.tsx';
import { RoundButton } from '../../media/round-button.tsx';
import {
  canShareScreen,
  canUseFullscreen,
  canUsePictureInPicture,
  toggleFullscreen,
  togglePictureInPicture,
  toggleShare,
} from '../display.ts';
import { ReactionsButton } from '../reactions.tsx';
import { type Panel, type StageContextValue, useRoom, useStage } from '../room-context.tsx';
import { MoreMenu } from './more-menu.tsx';
import { keyOf, type ShortcutActions } from './shortcuts.ts';

const nothing = () => undefined;

/**
 * The commands of the room, at the foot of the screen or at its side; on a telephone those that fit
 * a thumb, and the others in a sheet.
 */
export function Bar() {
  const { room, local, leave } = useRoom();
  const { actions, host, phone, panel, unread } = useStage();
  const mic = local.tracks.audio !== null && local.choices.mic;
  const { camera, screen } = local.tracks;
  const waiting = host.mayAdmit ? room.lobby.length : 0;
  return (
    <fieldset aria-label="Commandes de la loge" className="room-bar">
      <RoundButton
        label={mic ? 'Couper le micro' : 'Activer le micro'}
        shortcut={keyOf('mic')}
        off={!mic}
        onClick={actions.mic ?? nothing}
      >
        {mic ? <Mic /> : <MicOff />}
      </RoundButton>
      <RoundButton
        label={camera ? 'Couper la caméra' : 'Activer la caméra'}
        shortcut={keyOf('camera')}
        off={!camera}
        onClick={actions.camera ?? nothing}
      >
        {camera ? <Video /> : <VideoOff />}
      </RoundButton>
      {!phone && actions.share && (
        <RoundButton
          label={screen ? 'Arrêter le partage' : 'Partager l’écran'}
          shortcut={keyOf('share')}
          active={screen !== null}
          onClick={actions.share}
        >
          {screen ? <MonitorX /> : <MonitorUp />}
        </RoundButton>
      )}
      {!phone && actions.hand && (
        <RoundButton
          label={local.hand ? 'Baisser la main' : 'Lever la main'}
          shortcut={keyOf('hand')}
          active={local.hand}
          onClick={actions.hand}
        >
          <Hand className={local.hand ? 'fill-spot text-spot' : ''} />
        </RoundButton>
      )}
      {!phone && <ReactionsButton />}
      <RoundButton
        label="Chat"
        shortcut={keyOf('chat')}
        count={unread}
        active={panel === 'chat'}
        onClick={actions.chat ?? nothing}
      >
        <MessageSquare />
      </RoundButton>
      {!phone && actions.people && (
        <RoundButton
          label="Personnes"
          shortcut={keyOf('people')}
          count={waiting}
          active={panel === 'people'}
          onClick={actions.people}
        >
          <Users />
        </RoundButton>
      )}
      <MoreMenu waiting={phone ? waiting : 0} />
      <div className="room-extension">
        <ExtensionControl />
      </div>
      <Button tone="danger" onClick={leave} className="min-h-12">
        Quitter
      </Button>
    </fieldset>
  );
}

interface ActionsOptions
  extends Pick<StageContextValue, 'frame' | 'group' | 'preferences' | 'setPreferences' | 'openDialog'> {
  togglePanel: (panel: Panel) => void;
}

/**
 * The picture that is shown above other windows: the large one, else that of the first other
 * person.
 */
const pictureOf = (room: HTMLElement | null): HTMLVideoElement | null =>
  room?.querySelector<HTMLVideoElement>('[data-large] video') ??
  room?.querySelector<HTMLVideoElement>('[data-peer] video') ??
  null;

/**
 * The actions in the room, by name, for the buttons, the menu and the keys; null for those that
 * this browser or this room does not have.
 */
export function useActions(options: ActionsOptions): ShortcutActions {
  const { frame, group, preferences, setPreferences, openDialog, togglePanel } = options;
  const { media, local, controller, details } = useRoom();
  return {
    mic: () => void media.setMic(!(local.tracks.audio && local.choices.mic)),
    camera: () => void media.setCamera(!local.tracks.camera),
    share: canShareScreen() ? () => toggleShare(media) : null,
    hand: () => media.setHand(!local.hand),
    clap: () => controller.react('clap'),
    chat: () => togglePanel('chat'),
    // In a room for two there is nobody to look for, but the streamer finds there what the viewer
    // answered.
    people: group || details.side === 'streamer' ? () => togglePanel('people') : null,
    layout: () => openDialog('layout'),
    self: () => setPreferences({ tucked: !preferences.tucked }),
    // The whole page, so that dialogs and menus are shown too.
    fullscreen: canUseFullscreen() ? () => toggleFullscreen(document.documentElement) : null,
    pictureInPicture: canUsePictureInPicture()
      ? () => togglePictureInPicture(pictureOf(frame.current))
      : null,
    devices: () => openDialog('devices'),
    connection: () => openDialog('connection'),
    keys: () => openDialog('keys'),
  };
}
