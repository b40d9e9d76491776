import {
  canShareScreen,
  canUseFullscreen,
  canUsePictureInPicture,
  toggleFullscreen,
  togglePictureInPicture,
  toggleShare,
} from '../display.ts';
import { type StageContextValue, useRoom } from '../room-context.tsx';
import type { Panel } from '../side/side-panel.tsx';
import type { ShortcutActions } from './shortcuts.ts';

interface ActionsOptions
  extends Pick<StageContextValue, 'frame' | 'group' | 'preferences' | 'setPreferences' | 'openDialog'> {
  togglePanel: (panel: Panel) => void;
}

/** The picture that is shown above other windows: the large one, else that of the first other person. */
const pictureOf = (room: HTMLElement | null): HTMLVideoElement | null =>
  room?.querySelector<HTMLVideoElement>('[data-large] video') ??
  room?.querySelector<HTMLVideoElement>('[data-peer] video') ??
  null;

/**
 * The actions in the room, by name, for the buttons, the menu and the keys; null for those that this browser or this room does not have.
 */
export function useActions(options: ActionsOptions): ShortcutActions {
  const { frame, group, preferences, setPreferences, openDialog, togglePanel } = options;
  const { media, local, controller } = useRoom();
  return {
    mic: () => void media.setMic(!(local.tracks.audio && local.choices.mic)),
    camera: () => void media.setCamera(!local.tracks.camera),
    share: canShareScreen() ? () => toggleShare(media) : null,
    hand: () => media.setHand(!local.hand),
    clap: () => controller.react('clap'),
    chat: () => togglePanel('chat'),
    people: group ? () => togglePanel('people') : null,
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
