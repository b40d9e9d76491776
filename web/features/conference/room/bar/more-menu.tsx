import {
  Activity,
  DoorClosed,
  Ellipsis,
  Flag,
  Hand,
  Keyboard,
  LayoutGrid,
  LifeBuoy,
  Maximize2,
  MessageSquare,
  MonitorUp,
  PictureInPicture2,
  Settings2,
  Users,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Reactions } from '../reactions.tsx';
import { useRoom, useStage } from '../room-context.tsx';

/**
 * The actions that have no button of their own: a menu, or on a telephone a sheet with large rows.
 * @param waiting how many people wait in the lobby, where nothing else shows it
 */
export function MoreMenu({ waiting }: { waiting: number }) {
  const { controller } = useRoom();
  const { phone } = useStage();
  const entries = useMoreEntries();
  const [open, setOpen] = useState(false);
  const name = waiting > 0 ? `Autres commandes, ${String(waiting)}` : 'Autres commandes';
  const trigger = (
    <button type="button" aria-label={name} className="room-round">
      <Ellipsis aria-hidden="true" />
      {waiting > 0 && (
        <span aria-hidden="true" className="room-count num">
          {waiting}
        </span>
      )}
    </button>
  );
  if (!phone) {
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
              controller.react(emoji);
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

interface MoreEntry {
  key: string;
  icon: ReactNode;
  text: string;
  onSelect: () => void;
  danger?: boolean;
}

/** The actions that already have a button on the bar. */
const ON_BAR = { phone: ['chat'], desk: ['hand', 'share', 'chat', 'people'] } as const;

/** Everything that one can do in the room and that has no button on the bar. */
function useMoreEntries(): MoreEntry[] {
  const { details, local } = useRoom();
  const { actions, host, phone, fullscreen, openDialog } = useStage();
  const { hand } = local;
  const shown: readonly string[] = phone ? ON_BAR.phone : ON_BAR.desk;
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
      text: local.tracks.screen ? 'Arrêter le partage' : 'Partager l’écran',
      onSelect: actions.share,
    },
    { key: 'chat', icon: <MessageSquare />, text: 'Chat', onSelect: actions.chat },
    { key: 'people', icon: <Users />, text: 'Personnes', onSelect: actions.people },
    { key: 'layout', icon: <LayoutGrid />, text: 'Disposition', onSelect: actions.layout },
    {
      key: 'fullscreen',
      icon: <Maximize2 />,
      text: fullscreen ? 'Quitter le plein écran' : 'Plein écran',
      onSelect: actions.fullscreen,
    },
    {
      key: 'pictureInPicture',
      icon: <PictureInPicture2 />,
      text: 'Image dans l’image',
      onSelect: actions.pictureInPicture,
    },
    { key: 'devices', icon: <Settings2 />, text: 'Appareils et réglages', onSelect: actions.devices },
    { key: 'connection', icon: <Activity />, text: 'Connexion en chiffres', onSelect: actions.connection },
    {
      key: 'report',
      icon: <Flag />,
      text: 'Signaler',
      onSelect: details.side === 'admin' ? null : () => openDialog('report'),
    },
    {
      key: 'help',
      icon: <LifeBuoy />,
      text: 'Aide de l’équipe',
      onSelect: details.side === 'admin' ? null : () => openDialog('help'),
    },
    { key: 'keys', icon: <Keyboard />, text: 'Raccourcis clavier', onSelect: actions.keys },
    {
      key: 'end',
      icon: <DoorClosed />,
      text: 'Terminer pour tous',
      onSelect: host.mayEnd ? () => host.ask({ act: 'end' }) : null,
      danger: true,
    },
  ];
  return all.flatMap(({ onSelect, ...entry }) =>
    onSelect === null || shown.includes(entry.key) ? [] : [{ ...entry, onSelect }],
  );
}
