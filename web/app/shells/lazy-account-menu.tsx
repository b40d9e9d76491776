import { lazy, Suspense } from 'react';
import { type AccountProps, fullName } from '#web/app/shells/account.ts';
import { Avatar } from '#web/ui/avatar.tsx';

const AccountMenu = lazy(() => import('#web/app/shells/account-menu.tsx'));

/** The account menu, loaded only for someone who is signed in: a menu that positions itself is not worth waiting for on the home page. */
export function LazyAccountMenu({ account, onSignOut }: AccountProps) {
  if (!account) return null;
  return (
    <Suspense fallback={<Avatar name={fullName(account)} src={account.avatarUrl} />}>
      <AccountMenu account={account} onSignOut={onSignOut} />
    </Suspense>
  );
}
