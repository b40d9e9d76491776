import { queryOptions, useQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useParams } from 'react-router';
import { endSignIn, readSignIn } from '#product/accounts/contract.ts';
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

const SIGN_IN_KEY = ['sign-in'] as const;
/**
 * The shape of the secret in the address: one that a mail program cut off is not sent to the
 * server.
 */
const TOKEN = /^[0-9a-f]{64}$/;
const isUnknown = (error: unknown) => error instanceof CommandError && error.code === 'sign_in_not_found';
const signInQuery = (token: string) =>
  queryOptions({
    queryKey: [...SIGN_IN_KEY, token],
    queryFn: () => callCommand(readSignIn, { token }),
    retry: (count, error) => count < 2 && !isUnknown(error),
  });

/**
 * `/unknown-sign-in/{token}`: « Ce n’était pas moi », from the mail that told of a sign-in. Opening
 * it changes nothing.
 */
export function Component() {
  const { token = '' } = useParams();
  const { data, error, refetch, isRefetching } = useQuery({
    ...signInQuery(token),
    enabled: TOKEN.test(token),
  });
  const end = useCommand(endSignIn, {
    changes: [SIGN_IN_KEY],
    done: 'Appareil déconnecté',
    failed: 'Appareil non déconnecté',
  });
  const zone = deviceZone();
  return (
    <div className="wrap max-w-3xl pt-8 pb-16">
      <PageHeader title="Une connexion que vous ne reconnaissez pas ?" />
      {data ? (
        <div className="grid gap-7">
          <dl className="grid gap-4 rounded-xl border border-line bg-raised p-5 sm:grid-cols-3">
            {[
              ['Appareil', data.device],
              ['Quand', formatDateTime(data.at, zone, { weekday: false })],
              ['Adresse réseau', data.ip ?? 'Inconnue'],
            ].map(([label, text]) => (
              <div key={label} className="grid gap-1">
                <dt className="text-small text-muted">{label}</dt>
                <dd className="wrap-anywhere">{text}</dd>
              </div>
            ))}
          </dl>
          {data.endedAt ? (
            <EmptyState
              icon={<ShieldCheck />}
              title="Cet appareil est déconnecté"
              description="Quelqu’un connaît peut-être votre mot de passe. Changez-le maintenant : tous vos autres appareils seront déconnectés aussi."
              action={
                <ButtonLink to="/forgot-password" tone="spot">
                  Changer de mot de passe
                </ButtonLink>
              }
            />
          ) : (
            <div className="grid gap-4">
              <p className="max-w-[60ch] text-soft">
                C’était vous ? Fermez cette page, rien ne change. Sinon, déconnectez cet appareil : vos autres
                appareils restent connectés, et vous pourrez ensuite changer de mot de passe.
              </p>
              <Button
                tone="spot"
                size="lg"
                className="justify-self-start"
                loading={end.pending}
                onClick={() => end.press({ token })}
              >
                Ce n’était pas moi : déconnecter cet appareil
              </Button>
            </div>
          )}
        </div>
      ) : !TOKEN.test(token) || isUnknown(error) ? (
        <EmptyState
          icon={<ShieldQuestion />}
          title="Aucune connexion à cette adresse"
          description="Le lien est peut-être incomplet, ou trop ancien : ouvrez-le depuis l’e-mail que vous avez reçu. Vos appareils connectés sont aussi dans vos réglages."
        />
      ) : error ? (
        <ErrorState
          title="La connexion n’a pas pu être chargée"
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
