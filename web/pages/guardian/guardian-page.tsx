import { useQuery } from '@tanstack/react-query';
import { HeartHandshake } from 'lucide-react';
import { useParams } from 'react-router';
import { ofName } from '#product/shared/elision.ts';
import { errorText } from '#web/lib/error-text.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { ConsentForm } from './consent-form.tsx';
import { type Guardianship, guardianshipQuery, isUnknown } from './guardianship.ts';
import { Supervision } from './supervision.tsx';

/**
 * The shape of the secret in the address: one that a mail program cut off is not sent to the
 * server.
 */
const TOKEN = /^[0-9a-f]{64}$/;

/**
 * `/guardian/{token}`: where who answers for a minor decides, sees and stops, without an account.
 * Opening it changes nothing.
 */
export function Component() {
  const { token = '' } = useParams();
  const { data, error, refetch, isRefetching } = useQuery({
    ...guardianshipQuery(token),
    enabled: TOKEN.test(token),
  });
  return (
    <div className="wrap max-w-3xl pt-8 pb-16">
      <PageHeader title={data && isLive(data) ? titleOf(data) : 'Votre accord'} />
      {data ? (
        <Standing token={token} found={data} />
      ) : !TOKEN.test(token) || isUnknown(error) ? (
        <EmptyState
          icon={<HeartHandshake />}
          title="Aucune demande à cette adresse"
          description="Le lien est peut-être incomplet : ouvrez-le depuis l’e-mail que vous avez reçu. Il ne montre plus rien une fois que votre enfant a 18 ans, ou qu’un autre parent ou représentant légal a donné son accord."
        />
      ) : error ? (
        <ErrorState
          title="La page n’a pas pu être chargée"
          description={errorText(error)}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      ) : (
        <SkeletonText lines={6} />
      )}
    </div>
  );
}

const isLive = ({ state }: Guardianship) => state === 'asked' || state === 'confirmed' || state === 'stopped';
const titleOf = ({ state, minorName }: Guardianship) =>
  state === 'asked' ? `${minorName} vous demande votre accord` : `Les sessions ${ofName(minorName)}`;

function Standing({ token, found }: { token: string; found: Guardianship }) {
  switch (found.state) {
    case 'asked':
      return <ConsentForm token={token} found={found} />;
    case 'confirmed':
    case 'stopped':
      return <Supervision token={token} found={found} />;
    case 'refused':
      return (
        <EmptyState
          icon={<HeartHandshake />}
          title="Vous avez refusé"
          description="Rien ne peut être payé, et nous ne vous écrirons plus à ce sujet. Si vous changez d’avis, votre enfant peut nous donner une autre de vos adresses."
        />
      );
    case 'expired':
    case 'ended':
      return (
        <EmptyState
          icon={<HeartHandshake />}
          title="Cette demande n’attend plus de réponse"
          description="Elle a expiré, ou une autre l’a remplacée. Rien ne peut être payé sans un accord : votre enfant peut vous envoyer une nouvelle demande."
        />
      );
  }
}
