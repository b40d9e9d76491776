import type { RefObject } from 'react';
import type { RoomController } from '#web/conference-core/controller/room-controller.ts';
import type { LocalMedia, LocalState } from '#web/conference-core/media/local-state.ts';
import { canFill, canFloat, canShare, toggleFilling, toggleFloating, toggleShare } from '../display.ts';
import type { Preferences } from '../preferences.ts';
import type { RoomWindow } from '../room-dialogs.tsx';
import type { Panel } from '../side/side-panel.tsx';
import type { ShortcutActions } from './shortcuts.ts';

interface ActionsOptions {
  media: LocalMedia;
  local: LocalState;
  controller: RoomController;
  /** The room on the page. */
  floor: RefObject<HTMLElement | null>;
  /** More than two: there is a list of people. */
  group: boolean;
  view: Preferences;
  setView: (changes: Partial<Preferences>) => void;
  open: (window: RoomWindow) => void;
  toggle: (panel: Panel) => void;
}

/** The picture that is kept above other windows: the large one, else that of the first other. */
const pictureOf = (room: HTMLElement | null): HTMLVideoElement | null =>
  room?.querySelector<HTMLVideoElement>('[data-large] video') ??
  room?.querySelector<HTMLVideoElement>('[data-peer] video') ??
  null;

/** What one can do in the room, by name: for the buttons, the menu and the keys. Null where this browser or room has it not. */
export function useActions(options: ActionsOptions): ShortcutActions {
  const { media, local, controller, floor, group, view, setView, open, toggle } = options;
  return {
    mic: () => void media.setMic(!(local.tracks.audio && local.choices.mic)),
    camera: () => void media.setCamera(!local.tracks.camera),
    share: canShare() ? () => toggleShare(media) : null,
    hand: () => media.setHand(!local.hand),
    clap: () => controller.react('clap'),
    chat: () => toggle('chat'),
    people: group ? () => toggle('people') : null,
    layout: () => open('layout'),
    self: () => setView({ tucked: !view.tucked }),
    // The whole page, so that windows and menus are seen there, too.
    fullscreen: canFill() ? () => toggleFilling(document.documentElement) : null,
    float: canFloat() ? () => toggleFloating(pictureOf(floor.current)) : null,
    devices: () => open('devices'),
    line: () => open('line'),
    keys: () => open('keys'),
  };
}
