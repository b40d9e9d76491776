import {
  Activity,
  DoorClosed,
  Ellipsis,
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
import { type ReactNode, useState } from 'react';
import type { Reaction } from '#web/conference-core/controller/signaling.ts';
import { classNames } from '#web/ui/class-names.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Reactions } from '../reactions.tsx';
import type { ShortcutActions } from './shortcuts.ts';

interface MoreMenuProps {
  entries: readonly MoreEntry[];
  onReact: (emoji: Reaction) => void;
  /** A sheet for the thumb instead of a menu for the pointer. */
  sheet: boolean;
  /** Something in it waits: somebody at the door. */
  count: number;
}

/** What has no button of its own: a menu, or on a telephone a sheet with large rows. */
export function MoreMenu({ entries, onReact, sheet, count }: MoreMenuProps) {
  const [open, setOpen] = useState(false);
  const name = count > 0 ? `Autres commandes, ${String(count)}` : 'Autres commandes';
  const trigger = (
    <button type="button" aria-label={name} className="room-round">
      <Ellipsis aria-hidden="true" />
      {count > 0 && (
        <span aria-hidden="true" className="room-count num">
          {count}
        </span>
      )}
    </button>
  );
  if (!sheet) {
    const ending = entries.filter(({ danger }) => danger);
    return (
      <DropdownMenu trigger={trigger}>
        {entries
          .filter(({ danger }) => !danger)
          .map(({ key, icon, text, onSelect }) => (
            <MenuItem key={key} icon={icon} onSelect={onSelect}>
              {text}
            </MenuItem>
          ))}
        {ending.length > 0 && <MenuSeparator />}
        {ending.map(({ key, icon, text, onSelect }) => (
          <MenuItem key={key} icon={icon} danger onSelect={onSelect}>
            {text}
          </MenuItem>
        ))}
      </DropdownMenu>
    );
  }
  return (
    <Sheet open={open} onOpenChange={setOpen} trigger={trigger} title="Autres commandes">
      <div className="grid gap-3">
        <div className="flex justify-center">
          <Reactions
            onReact={(emoji) => {
              setOpen(false);
              onReact(emoji);
            }}
          />
        </div>
        <ul className="grid landscape:grid-cols-2 landscape:gap-x-4">
          {entries.map(({ key, icon, text, onSelect, danger = false }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false);
                  onSelect();
                }}
                className={classNames(
                  'flex min-h-13 w-full items-center gap-4 rounded-md px-2 text-left hover:bg-hover [&_svg]:size-5',
                  danger ? 'text-live' : '[&_svg]:text-muted',
                )}
              >
                {icon}
                {text}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

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
