import { queryOptions, useQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useParams } from 'react-router';
import { keepFactors, readFactorRemoval } from '#product/accounts/contract.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const REMOVAL_KEY = ['factor-removal'] as const;
/**
 * The shape of the secret in the address: one that a mail program cut off is not sent to the
 * server.
 */
const TOKEN = /^[0-9a-f]{64}$/;
const isUnknown = (error: unknown) =>
  error instanceof CommandError && error.code === 'factor_removal_not_found';
const removalQuery = (token: string) =>
  queryOptions({
    queryKey: [...REMOVAL_KEY, token],
    queryFn: () => callCommand(readFactorRemoval, { token }),
    retry: (count, error) => count < 2 && !isUnknown(error),
  });

/**
 * `/keep-factors/{token}`: « Ce n’était pas moi », from the mails about a request to remove second
 * factors. Opening it changes nothing.
 */
export function Component() {
  const { token = '' } = useParams();
  const { data, error, refetch, isRefetching } = useQuery({
    ...removalQuery(token),
    enabled: TOKEN.test(token),
  });
  const keep = useCommand(keepFactors, {
    changes: [REMOVAL_KEY],
    done: 'Demande arrêtée',
    failed: 'Demande non arrêtée',
  });
  const moment = (instant: string) => formatDateTime(instant, deviceZone(), { weekday: false });
  return (
    <div className="wrap max-w-3xl pt-8 pb-16">
      <PageHeader title="Garder votre second facteur" />
      {data ? (
        data.state === 'asked' || data.state === 'granted' ? (
          <div className="grid gap-4">
            <p className="max-w-[60ch] text-soft">
              {data.takesEffectAt
                ? `Le second facteur de ce compte sera retiré le ${moment(data.takesEffectAt)}.`
                : `Le retrait du second facteur de ce compte est demandé depuis le ${moment(data.askedAt)}.`}{' '}
              C’était vous ? Fermez cette page, rien ne change. Sinon, arrêtez la demande : les appareils
              entrés avec votre seul mot de passe seront déconnectés, et vous pourrez ensuite en changer.
            </p>
            <Button
              tone="spot"
              size="lg"
              className="justify-self-start"
              loading={keep.pending}
              onClick={() => keep.press({ token })}
            >
              Ce n’était pas moi : arrêter la demande
            </Button>
          </div>
        ) : data.state === 'done' ? (
          <EmptyState
            icon={<ShieldQuestion />}
            title="Le second facteur a été retiré"
            description="La demande ne peut plus être arrêtée. Changez de mot de passe maintenant, puis écrivez à l’équipe si elle ne venait pas de vous."
            action={
              <ButtonLink to="/forgot-password" tone="spot">
                Changer de mot de passe
              </ButtonLink>
            }
          />
        ) : (
          <EmptyState
            icon={<ShieldCheck />}
            title="Votre second facteur est conservé"
            description={
              data.state === 'refused'
                ? 'L’équipe n’a pas accepté la demande. Si elle ne venait pas de vous, quelqu’un connaît votre mot de passe : changez-le.'
                : 'La demande est arrêtée. Si elle ne venait pas de vous, quelqu’un connaît votre mot de passe : changez-le maintenant.'
            }
            action={
              <ButtonLink to="/forgot-password" tone="spot">
                Changer de mot de passe
              </ButtonLink>
            }
          />
        )
      ) : !TOKEN.test(token) || isUnknown(error) ? (
        <EmptyState
          icon={<ShieldQuestion />}
          title="Aucune demande à cette adresse"
          description="Le lien est peut-être incomplet : ouvrez-le depuis l’e-mail que vous avez reçu."
        />
      ) : error ? (
        <ErrorState
          title="La demande n’a pas pu être chargée"
          description={errorText(error)}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      ) : (
        <SkeletonText lines={4} />
      )}
    </div>
  );
}
