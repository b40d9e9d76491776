import { NavLink } from 'react-router';

const WAYS = [
  { to: '/admin-dashboard/settings', label: 'Mon compte' },
  { to: '/admin-dashboard/settings/platform', label: 'Plateforme' },
  { to: '/admin-dashboard/settings/team', label: 'L’équipe' },
] as const;

/** The three pages of the team's settings, from each to the others. */
export const SettingsWays = () => (
  <nav
    aria-label="Pages des réglages"
    className="mb-8 overflow-x-auto border-b border-line [scrollbar-width:none]"
  >
    <ul className="flex">
      {WAYS.map(({ to, label }) => (
        <li key={to}>
          <NavLink
            to={to}
            end
            className="-mb-px inline-flex min-h-12 items-center border-b-2 border-transparent px-3.5 whitespace-nowrap text-soft transition-colors hover:text-ink focus-visible:-outline-offset-4 aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink max-sm:px-2.5"
          >
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
);
