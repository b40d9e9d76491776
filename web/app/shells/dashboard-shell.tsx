import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AccountProps } from '#web/app/shells/account.ts';
import { BottomBar } from '#web/app/shells/bottom-bar.tsx';
import { LazyAccountMenu } from '#web/app/shells/lazy-account-menu.tsx';
import { LazyBell } from '#web/app/shells/lazy-bell.tsx';
import type { NavItem } from '#web/app/shells/navigation.ts';
import { SideNavigation } from '#web/app/shells/side-navigation.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { MAIN_ID, SkipLink } from '#web/ui/skip-link.tsx';

interface DashboardShellProps extends AccountProps {
  /** One of the lists of navigation.ts. */
  navigation: readonly NavItem[];
  /** Whose space it is: « Espace streamer ». Names the navigation too. */
  area: string;
  /** The next session with its countdown and « Rejoindre »; empty while there is none. */
  nextSession?: ReactNode;
  children: ReactNode;
}

/** The frame of the three dashboards: a side navigation where there is room, a bar under the thumb where there is not. */
export function DashboardShell(props: DashboardShellProps) {
  const { account, onSignOut, navigation, area, nextSession, children } = props;
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <SkipLink />
      <header className="group/head print:hidden wrap flex h-[68px] shrink-0 items-center gap-3 max-[22.5rem]:gap-1.5 sm:h-[76px] sm:gap-5">
        <Link to="/" aria-label="Loge, accueil" className="inline-flex min-h-11 items-center rounded-sm">
          <Logo />
        </Link>
        {/* On a telephone the way into an open room takes its place: the bar below says whose space it is. */}
        <span className="border-l border-line-strong pl-3 text-small text-muted max-sm:group-has-[a[href^='/conference/room/']]/head:hidden sm:pl-5">
          {area}
        </span>
        <div className="ml-auto flex items-center gap-3 max-[22.5rem]:gap-1.5 sm:gap-5">
          {nextSession}
          <Link
            to="/browse"
            className="hidden min-h-11 items-center rounded-sm px-1 text-[0.9375rem] text-soft hover:text-ink sm:inline-flex"
          >
            Parcourir
          </Link>
          <LazyBell />
          <LazyAccountMenu account={account} onSignOut={onSignOut} />
        </div>
      </header>
      <div className="wrap grid flex-1 items-start gap-x-[34px] pt-4 pb-28 lg:grid-cols-[212px_minmax(0,1fr)] lg:pt-6 lg:pb-16">
        <SideNavigation label={area} items={navigation} />
        <main id={MAIN_ID} tabIndex={-1} className="min-w-0 outline-none">
          {children}
        </main>
      </div>
      <BottomBar label={area} items={navigation} />
    </div>
  );
}
