import { Menu } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { dashboardOf } from '#product/shared/roles.ts';
import { LazyAccountMenu, useShellAccount } from '#web/app/shells/account.tsx';
import type { ShellAccount } from '#web/app/shells/account-menu.tsx';
import { LegalLinks } from '#web/app/shells/legal-links.tsx';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { SIGN_UP, STREAMER_SIGN_UP } from '#web/lib/paths.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { MAIN_ID, SkipLink } from '#web/ui/skip-link.tsx';

/** Only for somebody who may hold a place, a streamer at a colleague's included, and not beside the place itself. */
const UnpaidChip = lazy(() => import('#web/features/sessions/pay-hold.tsx'));

interface LinksProps {
  account: ShellAccount | null;
}

const links = ({ account }: LinksProps) => [
  { to: '/browse', label: 'Parcourir' },
  account
    ? { to: dashboardOf(account.role), label: 'Mon espace' }
    : { to: STREAMER_SIGN_UP, label: 'Proposer mes sessions' },
];

/** The frame of the pages that anyone may see: header, the page, footer. */
export const PublicLayout = () => (
  <PublicFrame>
    <Outlet />
  </PublicFrame>
);

/** The same around whatever is given; without anything, an empty page that one can leave. */
export function PublicFrame({ children }: { children?: ReactNode }) {
  const { account, pending, onSignOut } = useShellAccount();
  const { state } = useAuth();
  const { pathname } = useLocation();
  const holder =
    state.status === 'signed-in' && state.user.role !== 'admin' && !pathname.startsWith('/book-session/')
      ? state.user.id
      : null;
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <SkipLink />
      <header className="print:hidden wrap relative z-10 flex h-[68px] items-center gap-3 whitespace-nowrap sm:h-[76px] md:gap-5 lg:gap-9">
        <Link to="/" aria-label="Loge, accueil" className="inline-flex min-h-11 items-center rounded-sm">
          <Logo />
        </Link>
        <nav aria-label="Principale" className="hidden gap-2 text-[0.9375rem] text-soft md:flex">
          {links({ account }).map((link) => (
            <Link
              key={link.to}
              to={link.to}
              aria-current={pathname === link.to ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-sm px-2 hover:text-ink aria-[current=page]:text-ink"
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div
          // While it is not known whether somebody is signed in, the place of the account stays
          // empty instead of showing the wrong thing.
          className={classNames('ml-auto flex items-center gap-2 sm:gap-4', pending && 'invisible')}
        >
          {holder !== null && (
            <Suspense fallback={null}>
              <UnpaidChip userId={holder} />
            </Suspense>
          )}
          {account ? (
            <LazyAccountMenu account={account} onSignOut={onSignOut} />
          ) : (
            <>
              <Link
                to="/auth"
                className="inline-flex min-h-11 items-center rounded-sm px-2 text-[0.9375rem] text-soft hover:text-ink"
              >
                Se connecter
              </Link>
              <ButtonLink to={SIGN_UP} className="max-sm:hidden">
                Créer un compte
              </ButtonLink>
            </>
          )}
          <PhoneMenu account={account} />
        </div>
      </header>
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="min-h-[calc(100dvh-68px)] flex-1 outline-none sm:min-h-[calc(100dvh-76px)]"
      >
        {children}
      </main>
      <Footer account={account} />
    </div>
  );
}

/**
 * The links of the header under one button on a phone: the browser's own popover, closed by Escape,
 * a tap outside or a link.
 */
function PhoneMenu({ account }: LinksProps) {
  const panel = useRef<HTMLElement>(null);
  const close = () => panel.current?.hidePopover();
  const all = account
    ? links({ account })
    : [...links({ account }), { to: SIGN_UP, label: 'Créer un compte' }];
  return (
    <>
      <button
        type="button"
        popoverTarget="menu"
        aria-label="Menu"
        className={buttonClass('quiet', 'icon', 'md:hidden')}
      >
        <Menu aria-hidden="true" />
      </button>
      <nav
        id="menu"
        popover="auto"
        ref={panel}
        aria-label="Menu"
        className="inset-[64px_12px_auto] m-0 w-auto animate-fade rounded-lg border border-line-strong bg-raised p-2 text-ink"
      >
        {all.map((link) => (
          <Link
            key={link.to}
            to={link.to}
            onClick={close}
            className="flex min-h-12 items-center rounded-sm px-4 hover:bg-hover"
          >
            {link.label}
          </Link>
        ))}
      </nav>
    </>
  );
}

function Footer({ account }: LinksProps) {
  return (
    <footer className="print:hidden mt-16 border-t border-line">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-4 py-8 text-small text-muted">
        <p className="flex items-center gap-4">
          <Logo bare className="text-[1.125rem]" />
          La place la plus proche de la scène.
        </p>
        <nav aria-label="Pied de page" className="flex flex-wrap gap-x-6">
          {links({ account }).map((link) => (
            <Link key={link.to} to={link.to} className="inline-flex min-h-11 items-center hover:text-ink">
              {link.label}
            </Link>
          ))}
          {!account && (
            <Link to="/auth" className="inline-flex min-h-11 items-center hover:text-ink">
              Se connecter
            </Link>
          )}
        </nav>
        <LegalLinks />
      </div>
    </footer>
  );
}
