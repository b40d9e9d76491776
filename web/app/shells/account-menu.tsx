import { LayoutDashboard, LifeBuoy, LogOut, Settings } from 'lucide-react';
import { dashboardOf, type Role, settingsPageOf } from '#product/shared/roles.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { DropdownMenu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '#web/ui/dropdown-menu.tsx';

/** The signed-in person, as far as a shell needs to know. */
export interface ShellAccount {
  /** First and last name as one; what there is of them. */
  name: string;
  /** The uploaded picture, or the placeholder of the role. */
  avatarUrl: string | null;
  role: Role;
}

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  streamer: 'Streamer',
  admin: 'Admin',
};

interface AccountMenuProps {
  account: ShellAccount;
  onSignOut: () => void;
}

/** The portrait in the header with its menu: the name, the dashboard, the settings, signing out. */
export default function AccountMenu({ account, onSignOut }: AccountMenuProps) {
  const { name } = account;
  return (
    <DropdownMenu
      trigger={
        <button type="button" aria-label={`Mon compte, ${name}`} className="grid rounded-full">
          <Avatar name={name} src={account.avatarUrl} />
        </button>
      }
    >
      <MenuLabel>
        <span className="block font-semibold text-ink">{name}</span>
        <span className="block text-kicker text-muted">{ROLE_NAMES[account.role]}</span>
      </MenuLabel>
      <MenuSeparator />
      <MenuLink icon={<LayoutDashboard aria-hidden="true" />} to={dashboardOf(account.role)}>
        Mon espace
      </MenuLink>
      <MenuLink icon={<Settings aria-hidden="true" />} to={settingsPageOf(account.role)}>
        Réglages
      </MenuLink>
      {account.role !== 'admin' && (
        <MenuLink icon={<LifeBuoy aria-hidden="true" />} to={`${dashboardOf(account.role)}/requests`}>
          Aide et demandes
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={onSignOut}>
        Se déconnecter
      </MenuItem>
    </DropdownMenu>
  );
}
