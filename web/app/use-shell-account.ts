import { useNavigate } from 'react-router';
import { avatarOf } from '#domain/account/roles.ts';
import type { ShellAccount } from '#web/app/shells/account.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { toast } from '#web/lib/toast.ts';

interface ShellAccountState {
  account: ShellAccount | null;
  /** Who is here is not known yet. */
  pending: boolean;
  onSignOut: () => void;
}

/** Who the shells show in their account menu, and the way out. */
export function useShellAccount(): ShellAccountState {
  const { state, signOut, explain } = useAuth();
  const navigate = useNavigate();

  const leave = async () => {
    // Home first, and at once: a guarded page that loses its session would send to the sign-in page and remember where one was.
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
    account: state.status === 'signed-in' ? { ...state.user, avatarUrl: avatarOf(state.user) } : null,
    pending: state.status === 'loading',
    onSignOut: () => void leave(),
  };
}
