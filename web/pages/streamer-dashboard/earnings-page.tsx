import { useLivePayments } from '#web/entities/payment/payment.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { DocumentsSection } from '#web/features/documents/documents-section.tsx';
import { Earnings } from '#web/features/earnings/earnings.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const DESCRIPTION = 'Où est votre argent : retenu, disponible, en route ou à votre banque.';

/** `/streamer-dashboard/earnings`. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  if (state.user.role !== 'streamer') return <NoEarnings />;
  return <OwnEarnings userId={state.user.id} />;
}

/** An admin may look at the page, and earns nothing. */
function NoEarnings() {
  return (
    <>
      <PageHeader title="Revenus" description={DESCRIPTION} />
      <EmptyState
        title="Pas de revenus sur ce compte"
        description="Seuls les comptes de streamers en ont. Ceux de la plateforme se lisent parmi les paiements."
        action={<ButtonLink to="/admin-dashboard/payments">Voir les paiements</ButtonLink>}
      />
    </>
  );
}

function OwnEarnings({ userId }: { userId: string }) {
  useLivePayments(userId, 'streamer');
  return (
    <>
      <PageHeader title="Revenus" description={DESCRIPTION} />
      <Earnings userId={userId} />
      <DocumentsSection userId={userId} />
    </>
  );
}
