import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useContext,
  useSyncExternalStore,
} from 'react';
import type { EnterOptions } from '#web/conference-core/controller/ports.ts';
import type { RoomController } from '#web/conference-core/controller/room-controller.ts';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import type { LocalMedia, LocalState } from '#web/conference-core/media/local-state.ts';
import type { ChatMessage, LoadedRoom } from '../queries.ts';
import type { ShortcutActions, ShortcutSwitch } from './bar/shortcuts.ts';
import type { Host } from './host/use-host.ts';
import type { Preferences, Volumes } from './preferences.ts';
import type { ConnectionReadings } from './use-connection-readings.ts';

interface Self {
  name: string;
  avatarUrl: string | null;
  camera: MediaStreamTrack | null;
  muted: boolean;
  /** The position among the raised hands, from 1; 0 while the hand is down. */
  hand: number;
  /** The camera is on, but not sent, because the room carries no more cameras. */
  capped: boolean;
}

export type Panel = 'chat' | 'people';

/** The chat of a room. */
export interface RoomChat {
  /** Null until they are loaded. */
  messages: readonly ChatMessage[] | null;
  /** They could not be loaded. */
  failed: boolean;
  reload(): void;
  /** @throws CommandError when the server refuses it */
  send(body: string): Promise<unknown>;
}

/** The open dialog; a person by their participant. */
export type RoomDialog =
  | 'devices'
  | 'connection'
  | 'keys'
  | 'layout'
  | 'report'
  | 'help'
  | { person: string };

/** The state and actions that every screen of a room shares. */
export interface RoomContextValue {
  /** The session as the server describes it: when, with whom, and whether one can enter. */
  details: LoadedRoom;
  /** The people in the room now, and one's own connection to it. */
  room: RoomSnapshot;
  controller: RoomController;
  media: LocalMedia;
  local: LocalState;
  chat: RoomChat;
  join: (options?: EnterOptions) => void;
  leave: () => void;
}

const RoomContext = createContext<RoomContextValue | null>(null);

/** The room around this component. */
export function useRoom(): RoomContextValue {
  const value = useContext(RoomContext);
  if (!value) throw new Error('useRoom outside a RoomProvider');
  return value;
}

interface RoomProviderProps extends Pick<RoomContextValue, 'details' | 'controller' | 'media' | 'chat'> {
  children: ReactNode;
}

export function RoomProvider({ details, controller, media, chat, children }: RoomProviderProps) {
  const room = useSyncExternalStore(controller.subscribe, controller.state);
  const local = useSyncExternalStore(media.subscribe, media.state);
  const join = (options: EnterOptions = {}) => void controller.enter(options);
  const leave = () => {
    controller
      .leave()
      .catch((error: unknown) => console.warn('The server was not told that one left', error));
  };
  return (
    <RoomContext value={{ details, room, controller, media, local, chat, join, leave }}>
      {children}
    </RoomContext>
  );
}

/** The parts of the stage share this, beside the state of the room. */
export interface StageContextValue {
  /** The whole stage in the document. */
  frame: RefObject<HTMLDivElement | null>;
  /**
   * There are or may be more than two people: they have a list, and oneself is one of the tiles.
   */
  group: boolean;
  host: Host;
  actions: ShortcutActions;
  shortcuts: ShortcutSwitch;
  preferences: Preferences;
  setPreferences: (changes: Partial<Preferences>) => void;
  volumes: Volumes;
  setVolume: (personId: string, volume: number) => void;
  connections: ConnectionReadings;
  /** Participants who speak now. */
  speaking: ReadonlySet<string>;
  /** Whom the large picture follows. */
  activeSpeaker: string | null;
  /** The order of the raised hands: from 1, by participant. */
  hands: ReadonlyMap<string, number>;
  self: Self;
  /**
   * Where one sees oneself: among the tiles, above the chat, in a corner over the only other
   * picture, or nowhere.
   */
  selfPlace: 'tile' | 'panel' | 'corner' | 'hidden';
  hideSelf: () => void;
  /** The tile that is kept large, by its key. */
  pinned: string | null;
  togglePin: (key: string) => void;
  panel: Panel | null;
  showPanel: (panel: Panel | null) => void;
  dialog: RoomDialog | null;
  openDialog: (dialog: RoomDialog | null) => void;
  /** The draft in the chat, kept because the panel comes and goes. */
  draft: string;
  setDraft: Dispatch<SetStateAction<string>>;
  /** Messages that were not read yet. */
  unread: number;
  /** Whether the panel fits beside the pictures. */
  wide: boolean;
  /** A telephone, upright or on its side. */
  phone: boolean;
  /** The page has the whole screen. */
  fullscreen: boolean;
}

export const StageContext = createContext<StageContextValue | null>(null);

/** The stage around this component. */
export function useStage(): StageContextValue {
  const value = useContext(StageContext);
  if (!value) throw new Error('useStage outside a Stage');
  return value;
}
