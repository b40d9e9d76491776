import { useNavigate } from 'react-router';
import { dashboardOf } from '#domain/account/roles.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import { NewPasswordForm } from '#web/features/auth/new-password-form.tsx';
import { useArrival } from '#web/features/auth/use-arrival.ts';
import { toast } from '#web/lib/toast.ts';
import { NoRecovery } from '#web/pages/reset-password/no-recovery.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** `/reset-password`: a new password, for whoever came through a recovery link. */
export function Component() {
  const arrival = useArrival();
  const { state, store } = useAuth();
  const navigate = useNavigate();

  if (!arrival || state.status === 'loading') {
    return (
      <AuthFrame title="Un instant" lead="Nous vérifions votre lien.">
        <Spinner size="lg" label="Vérification de votre lien" />
      </AuthFrame>
    );
  }
  const invited = arrival.kind === 'signed-in';
  if (arrival.kind === 'failed' || state.status !== 'signed-in' || !(state.recovery || invited)) {
    return <NoRecovery arrival={arrival} user={state.status === 'signed-in' ? state.user : null} />;
  }
  const { user } = state;
  const finish = async () => {
    toast({ title: 'Mot de passe enregistré', description: 'Vos autres appareils ont été déconnectés.' });
    // Away first, and at once: without a recovery session this page has nothing to show.
    await navigate(dashboardOf(user.role), { replace: true, flushSync: true });
    store.endRecovery();
  };
  return (
    <AuthFrame title="Nouveau mot de passe" lead={`Pour le compte ${user.email}.`}>
      <NewPasswordForm email={user.email} onChanged={finish} />
    </AuthFrame>
  );
}
