import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Reaction } from '#web/conference-core/controller/signaling.ts';
import { classNames } from '#web/ui/class-names.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import type { MoreEntry } from './more-entries.tsx';
import { Reactions } from './reactions-button.tsx';

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
