import {
  Activity,
  DoorClosed,
  Hand,
  Keyboard,
  LayoutGrid,
  Maximize2,
  MessageSquare,
  MonitorUp,
  PictureInPicture2,
  Settings2,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShortcutActions } from '../windows/shortcuts.ts';

export interface MoreEntry {
  key: string;
  icon: ReactNode;
  text: string;
  onSelect: () => void;
  danger?: boolean;
}

interface MoreOptions {
  actions: ShortcutActions;
  /** What already has a button of its own. */
  shown: ReadonlySet<string>;
  sharing: boolean;
  hand: boolean;
  filled: boolean;
  onEnd: (() => void) | null;
}

/** Everything that one can do in the room and that has no button on the bar, as the menu and the sheet list it. */
export function moreEntries({ actions, shown, sharing, hand, filled, onEnd }: MoreOptions): MoreEntry[] {
  const all: {
    key: string;
    icon: ReactNode;
    text: string;
    onSelect: (() => void) | null;
    danger?: boolean;
  }[] = [
    { key: 'hand', icon: <Hand />, text: hand ? 'Baisser la main' : 'Lever la main', onSelect: actions.hand },
    {
      key: 'share',
      icon: <MonitorUp />,
      text: sharing ? 'Arrêter le partage' : 'Partager l’écran',
      onSelect: actions.share,
    },
    { key: 'chat', icon: <MessageSquare />, text: 'Chat', onSelect: actions.chat },
    { key: 'people', icon: <Users />, text: 'Personnes', onSelect: actions.people },
    { key: 'layout', icon: <LayoutGrid />, text: 'Disposition', onSelect: actions.layout },
    {
      key: 'fullscreen',
      icon: <Maximize2 />,
      text: filled ? 'Quitter le plein écran' : 'Plein écran',
      onSelect: actions.fullscreen,
    },
    { key: 'float', icon: <PictureInPicture2 />, text: 'Image dans l’image', onSelect: actions.float },
    { key: 'devices', icon: <Settings2 />, text: 'Appareils et réglages', onSelect: actions.devices },
    { key: 'line', icon: <Activity />, text: 'Connexion en chiffres', onSelect: actions.line },
    { key: 'keys', icon: <Keyboard />, text: 'Raccourcis clavier', onSelect: actions.keys },
    { key: 'end', icon: <DoorClosed />, text: 'Terminer pour tous', onSelect: onEnd, danger: true },
  ];
  return all.flatMap(({ onSelect, ...entry }) =>
    onSelect === null || shown.has(entry.key) ? [] : [{ ...entry, onSelect }],
  );
}
