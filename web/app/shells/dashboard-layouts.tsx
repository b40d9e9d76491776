import { Ellipsis, Lock, Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { endViewing } from '#product/administration/contract.ts';
import { mayOpenPage } from '#product/shared/team-roles.ts';
import { LazyAccountMenu, useShellAccount } from '#web/app/shells/account.tsx';
import { LegalLinks } from '#web/app/shells/legal-links.tsx';
import { type NavigationProps, navigationOf } from '#web/app/shells/navigation.ts';
import { WaitingCount } from '#web/app/shells/waiting-count.tsx';
import type { Counts } from '#web/app/shells/work-waiting.tsx';
import { useTeamRoles } from '#web/features/admin/team/duties.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { tellViewingLeft } from '#web/lib/viewing.ts';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { MAIN_ID, SkipLink } from '#web/ui/skip-link.tsx';

const WorkWaiting = lazy(() => import('#web/app/shells/work-waiting.tsx'));
const MoreSheet = lazy(() => import('#web/app/shells/more-sheet.tsx'));

/** As many links as fit in the bottom bar at 360 px. */
const PLACES = 5;

const cell =
  'flex min-h-[58px] flex-col items-center justify-center gap-1 rounded-md px-0.5 text-[0.75rem] leading-none max-[22.5rem]:px-0 max-[22.5rem]:text-[0.65625rem] max-[22.5rem]:tracking-tighter text-muted hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink focus-visible:-outline-offset-4 [&_svg]:size-[22px]';

/**
 * The navigation at the bottom of the screen, below 1024 px. Links that do not fit are behind
 * « Plus ».
 */
function BottomBar({ label, items, counts }: NavigationProps) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const shown = items.length <= PLACES ? items : items.slice(0, PLACES - 1);
  const rest = items.slice(shown.length);
  const elsewhere = rest.some((item) => pathname.startsWith(item.to));
  const waitsElsewhere = rest.reduce((sum, item) => sum + (counts[item.to] ?? 0), 0);
  return (
    <nav
      aria-label={label}
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-2xl auto-cols-fr grid-flow-col px-1">
        {shown.map((item) => (
          <li key={item.to} className="relative">
            <NavLink
              to={item.to}
              end={item.end}
              className={cell}
              aria-describedby={counts[item.to] ? `waits-below${item.to}` : undefined}
            >
              <item.icon aria-hidden="true" strokeWidth={1.75} />
              {item.shortLabel ?? item.label}
            </NavLink>
            <WaitingCount id={`waits-below${item.to}`} count={counts[item.to]} corner />
          </li>
        ))}
        {rest.length > 0 && (
          <li className="relative">
            <button
              type="button"
              aria-describedby={waitsElsewhere > 0 ? 'waits-elsewhere' : undefined}
              onClick={() => setOpen(true)}
              aria-haspopup="dialog"
              aria-expanded={open}
              className={classNames(cell, 'w-full', elsewhere && 'font-semibold text-ink')}
            >
              <Ellipsis aria-hidden="true" strokeWidth={1.75} />
              Plus
            </button>
            <WaitingCount id="waits-elsewhere" count={waitsElsewhere} corner />
          </li>
        )}
      </ul>
      {open && (
        <Suspense>
          <MoreSheet label={label} items={rest} counts={counts} onOpenChange={setOpen} />
        </Suspense>
      )}
    </nav>
  );
}

/** The head of a dashboard is loaded after the page itself. */
const NotificationBell = lazy(() => import('#web/features/notifications/bell.tsx'));
const TermsToAccept = lazy(() => import('#web/entities/text/terms-to-accept.tsx'));
const AgeGate = lazy(() => import('#web/entities/age/age-question.tsx'));
const AnnouncementBanner = lazy(() => import('#web/entities/announcement/announcement-banner.tsx'));
const NextSessionChip = lazy(() =>
  import('#web/features/sessions/next-session-chip.tsx').then((module) => ({
    default: module.NextSessionChip,
  })),
);

const UnpaidChip = lazy(() => import('#web/features/sessions/pay-hold.tsx'));

interface DashboardLayoutProps {
  area: 'viewer' | 'streamer' | 'admin';
  /** The name of the area: « Espace streamer ». Names the navigation too. */
  title: string;
  /** Shows the next session of this side, with its countdown and « Rejoindre ». */
  nextSession?: 'viewer' | 'streamer';
  /** Further content of the head, beside the account. */
  head?: ReactNode;
  /** Pages that are of no use to who is here are left out, and closed; all unless set. */
  mayOpen?: (path: string) => boolean;
}

/**
 * The frame of the three dashboards: a side navigation where there is room, a bar under the thumb
 * where there is not.
 */
function DashboardLayout({ area, title, nextSession, head, mayOpen = () => true }: DashboardLayoutProps) {
  const { state } = useAuth();
  const { account, onSignOut } = useShellAccount();
  const { pathname } = useLocation();
  const navigation = navigationOf(area).filter(({ to }) => mayOpen(to));
  const userId = state.status === 'signed-in' ? state.user.id : null;
  const [counts, setCounts] = useState<Counts>({});
  const wrap = area === 'admin' ? 'wrap-wide' : 'wrap';
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip has-data-announcement:pb-40">
      <SkipLink />
      <header
        className={classNames(
          'group/head print:hidden flex h-[68px] shrink-0 items-center gap-3 max-[22.5rem]:gap-1.5 sm:h-[76px] sm:gap-3 lg:gap-5',
          wrap,
        )}
      >
        <Link to="/" aria-label="Loge, accueil" className="inline-flex min-h-11 items-center rounded-sm">
          <Logo />
        </Link>
        {/* Hidden on the narrowest telephones, and on all of them while the way into an open room
            takes its place: the bar below names the area as well. */}
        <span
          className={classNames(
            "border-l border-line-strong pl-3 text-small whitespace-nowrap text-muted max-[22.5rem]:hidden max-sm:group-has-[[data-unpaid]]/head:hidden max-sm:group-has-[a[href^='/conference/room/']]/head:hidden sm:pl-5",
            head !== undefined && 'max-sm:hidden',
          )}
        >
          {title}
        </span>
        <div className="ml-auto flex items-center gap-3 max-[22.5rem]:gap-1.5 sm:gap-3 lg:gap-5">
          {area === 'viewer' && userId && (
            <Suspense fallback={null}>
              <UnpaidChip userId={userId} />
            </Suspense>
          )}
          {nextSession && userId && (
            <Suspense fallback={null}>
              <NextSessionChip userId={userId} side={nextSession} />
            </Suspense>
          )}
          <Link
            to="/browse"
            className="hidden min-h-11 items-center rounded-sm px-1 text-[0.9375rem] text-soft hover:text-ink sm:inline-flex"
          >
            Parcourir
          </Link>
          {head}
          {userId && (
            <Suspense fallback={<span className="size-11" />}>
              <NotificationBell userId={userId} />
            </Suspense>
          )}
          <LazyAccountMenu account={account} onSignOut={onSignOut} />
        </div>
      </header>
      {/* As high as a screen, so that what is at its foot does not move while the page comes. */}
      <div
        className={classNames(
          'grid min-h-dvh flex-1 grid-cols-[minmax(0,1fr)] items-start pt-4 pb-10 lg:pt-6 lg:pb-16',
          wrap,
          area === 'admin'
            ? 'gap-x-6 lg:grid-cols-[200px_minmax(0,1fr)]'
            : 'gap-x-[34px] lg:grid-cols-[212px_minmax(0,1fr)]',
        )}
      >
        <SideNavigation label={title} items={navigation} counts={counts} />
        <main id={MAIN_ID} tabIndex={-1} className="min-w-0 outline-none">
          {userId && area !== 'admin' && (
            <Suspense fallback={null}>
              <TermsToAccept userId={userId} />
            </Suspense>
          )}
          {mayOpen(pathname) ? (
            area === 'admin' && userId !== null ? (
              <Suspense fallback={null}>
                <AgeGate userId={userId} why="team">
                  <Outlet />
                </AgeGate>
              </Suspense>
            ) : (
              <Outlet />
            )
          ) : (
            <EmptyState
              icon={<Lock />}
              title="Cette page n’est pas de votre rôle"
              description="Quelqu’un qui a le rôle « Tout » peut l’ouvrir à votre compte, dans les réglages."
            />
          )}
        </main>
      </div>
      <footer className="print:hidden border-t border-line">
        {/* Above the bar that a telephone has at its foot. */}
        <div className={classNames('pt-3 pb-24 text-small text-muted lg:pb-5', wrap)}>
          <LegalLinks />
        </div>
      </footer>
      {userId && (
        <Suspense fallback={null}>
          <WorkWaiting area={area} userId={userId} onCounts={setCounts} />
        </Suspense>
      )}
      {userId && area !== 'admin' && (
        <Suspense fallback={null}>
          <AnnouncementBanner userId={userId} />
        </Suspense>
      )}
      <BottomBar label={title} items={navigation} counts={counts} />
    </div>
  );
}

export const ViewerLayout = () => (
  <DashboardLayout area="viewer" title="Espace viewer" nextSession="viewer" />
);
export const StreamerLayout = () => (
  <DashboardLayout area="streamer" title="Espace streamer" nextSession="streamer" />
);
export function AdminLayout() {
  const roles = useTeamRoles();
  useEffect(() => {
    tellViewingLeft(() => callCommand(endViewing, {})).catch((error: unknown) =>
      console.warn('The viewing ends by itself', error),
    );
  }, []);
  return (
    <DashboardLayout
      area="admin"
      title="Administration"
      head={<Finder />}
      mayOpen={(path) => roles === null || mayOpenPage(path, roles)}
    />
  );
}

const Palette = lazy(() => import('#web/features/admin/palette/palette.tsx'));

/** The team's search over everything: a button, and Ctrl K from wherever one is. */
function Finder() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full text-[0.9375rem] text-soft hover:text-ink md:border md:border-line-strong md:px-4"
      >
        <Search aria-hidden="true" className="size-5 shrink-0 md:size-4" />
        <span className="max-md:sr-only">Chercher</span>
        <span aria-hidden="true" className="text-kicker text-muted max-lg:hidden">
          Ctrl K
        </span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The navigation beside a dashboard, from 1024 px. */
function SideNavigation({ label, items, counts }: NavigationProps) {
  return (
    <nav aria-label={label} className="sticky top-6 hidden lg:block print:hidden">
      <ul className="-ml-3.5 grid gap-0.5 text-[0.9375rem] text-soft">
        {items.map((item) => (
          <li key={item.to} className="relative">
            <NavLink
              to={item.to}
              end={item.end}
              aria-describedby={counts[item.to] ? `waits-beside${item.to}` : undefined}
              className="flex min-h-11 items-center justify-between gap-3 rounded-md px-3.5 transition-colors hover:text-ink aria-[current=page]:bg-stage aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {item.label}
            </NavLink>
            <WaitingCount id={`waits-beside${item.to}`} count={counts[item.to]} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
