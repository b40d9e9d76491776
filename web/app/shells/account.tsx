import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { avatarOf } from '#product/shared/roles.ts';
import type { ShellAccount } from '#web/app/shells/account-menu.tsx';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { toast } from '#web/lib/toast.ts';
import { leaveViewing, readViewing } from '#web/lib/viewing.ts';
import { Avatar } from '#web/ui/avatar.tsx';

const AccountMenu = lazy(() => import('#web/app/shells/account-menu.tsx'));

const accountOf = (
  user: Parameters<typeof avatarOf>[0] & { firstName: string; lastName: string },
): ShellAccount => ({
  name: `${user.firstName} ${user.lastName}`.trim(),
  avatarUrl: avatarOf(user),
  role: user.role,
});

interface ShellAccountState {
  account: ShellAccount | null;
  /** The session is not known yet. */
  pending: boolean;
  onSignOut: () => void;
}

/** The person whom the account menus show, and signing out. */
export function useShellAccount(): ShellAccountState {
  const { state, signOut, explain } = useAuth();
  const navigate = useNavigate();

  const leave = async () => {
    // In a tab that shows another person's pages nobody is signed in who could leave.
    if (readViewing() !== null) return leaveViewing();
    // Home first, and at once: a guarded page that loses its session would send to the sign-in page
    // and remember where one was.
    await navigate('/', { flushSync: true });
    try {
      await signOut('local');
      toast({ title: 'Vous êtes déconnecté' });
    } catch (error) {
      const { text } = await explain(error);
      toast({ variant: 'destructive', title: 'Déconnecté de cet appareil seulement', description: text });
    }
  };

  return {
    account: state.status === 'signed-in' ? accountOf(state.user) : null,
    pending: state.status === 'loading',
    onSignOut: () => void leave(),
  };
}

interface AccountPictureProps {
  account: ShellAccount | null;
  onSignOut: () => void;
}

/**
 * The account menu, loaded only for someone who is signed in: a menu that positions itself is not
 * worth waiting for on the home page.
 */
export function LazyAccountMenu({ account, onSignOut }: AccountPictureProps) {
  if (!account) return null;
  return (
    <Suspense fallback={<Avatar name={account.name} src={account.avatarUrl} />}>
      <AccountMenu account={account} onSignOut={onSignOut} />
    </Suspense>
  );
}
