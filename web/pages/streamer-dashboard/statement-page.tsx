import { useParams } from 'react-router';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { YearlyStatement } from '#web/features/documents/yearly-statement.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/streamer-dashboard/earnings/statements/:year`. */
export function Component() {
  const { state } = useAuth();
  const { year = '' } = useParams();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return (
    <>
      <PageHeader
        title={`Relevé ${year}`}
        description="Ce qui vous est devenu disponible dans l’année, pour votre déclaration."
        back={{ to: '/streamer-dashboard/earnings#documents', label: 'Tous mes documents' }}
      />
      <YearlyStatement userId={state.user.id} year={year} />
    </>
  );
}
