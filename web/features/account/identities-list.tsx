import type { Provider, UserIdentity } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { type AccountSectionProps, identitiesQuery } from '#web/features/account/queries.ts';
import { readPageConfig } from '#web/lib/page-config.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const YOUTUBE_SCOPE = 'https://www.googleapis.com/auth/youtube.readonly';

/** Of a provider that is not set up here any more. */
const USUAL_LABELS: Readonly<Record<string, string>> = { twitch: 'Twitch', google: 'Google' };

/**
 * The ways by which the person signs in, those of elsewhere to be linked and unlinked; nothing
 * where there are none elsewhere.
 */
export function IdentitiesList({ account, explain }: AccountSectionProps) {
  const { providers, provesYouTube } = readPageConfig();
  const identities = useQuery(identitiesQuery(account.id));
  const told = async (error: unknown) =>
    toast({ title: 'Action impossible', description: (await explain(error)).text });
  const link = useAction(
    async (id: string) => {
      const { supabase } = await loadClient();
      // Google says which YouTube channel is theirs, if they let it.
      const forChannel = id === 'google' && provesYouTube && account.role === 'streamer';
      const redirectTo = `${window.location.origin}/auth/callback?flow=${forChannel ? 'channel' : 'link'}`;
      // The library names the ids of hosted projects; ours are those that the server named.
      const { error } = await supabase.auth.linkIdentity({
        provider: id as Provider,
        options: { redirectTo, ...(forChannel ? { scopes: YOUTUBE_SCOPE } : {}) },
      });
      if (error) throw error;
    },
    { failed: null },
  );
  const unlink = useAction(
    async (identity: UserIdentity) => {
      const { supabase } = await loadClient();
      const { error } = await supabase.auth.unlinkIdentity(identity);
      if (error) throw error;
    },
    { changes: [identitiesQuery(account.id).queryKey], done: 'Compte délié', failed: null },
  );
  const busy = link.pending || unlink.pending;
  if (providers.length === 0 && identities.data?.every(({ provider }) => provider === 'email') !== false)
    return null;
  const labelOf = (id: string) =>
    id === 'email'
      ? 'E-mail et mot de passe'
      : (providers.find((one) => one.id === id)?.label ?? USUAL_LABELS[id] ?? id);
  const linked = identities.data ?? [];
  return (
    <SettingsSection
      title="Moyens de connexion"
      description="Chacun de ces comptes ouvre Loge. Gardez-en toujours un."
    >
      {identities.isError ? (
        <ErrorState
          title="Vos moyens de connexion n’ont pas pu être chargés"
          onRetry={() => identities.refetch()}
          retrying={identities.isFetching}
        />
      ) : (
        <ul
          aria-label="Moyens de connexion"
          aria-busy={identities.isPending}
          className="grid divide-y divide-line"
        >
          {identities.isPending &&
            ['email', ...providers.map(({ id }) => id)].map((key) => (
              <li key={key} className="flex min-h-19 items-center py-4">
                <Skeleton className="h-4 w-48" />
              </li>
            ))}
          {linked.map((identity) => (
            <li
              key={identity.identity_id}
              className="flex min-h-19 flex-wrap items-center gap-x-4 gap-y-3 py-4"
            >
              <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
                <span className="font-medium">{labelOf(identity.provider)}</span>
                <span className="truncate text-small text-muted">
                  {String(identity.identity_data?.email ?? '')}
                </span>
                {linked.length > 1 && identity.provider === 'email' && (
                  <span className="text-small text-soft">
                    Il ne se délie pas{'\u202f'}: c’est à cette adresse que nous vous écrivons.
                  </span>
                )}
                {linked.length === 1 && (
                  <span className="text-small text-soft">
                    C’est votre seul moyen de connexion{'\u202f'}: reliez un autre compte avant de l’enlever.
                  </span>
                )}
              </div>
              {linked.length > 1 && identity.provider !== 'email' && (
                <Button
                  size="sm"
                  disabled={busy}
                  loading={unlink.pending && unlink.input === identity}
                  aria-label={`Délier ${labelOf(identity.provider)}`}
                  onClick={() => void unlink.run(identity).catch(told)}
                >
                  Délier
                </Button>
              )}
            </li>
          ))}
          {identities.isSuccess &&
            providers
              .filter(({ id }) => !linked.some((identity) => identity.provider === id))
              .map(({ id, label }) => (
                <li key={id} className="flex min-h-19 flex-wrap items-center gap-x-4 gap-y-3 py-4">
                  <span className="grid min-w-0 flex-1 basis-52 gap-0.5">
                    <span className="text-soft">{label}</span>
                    {account.role === 'streamer' &&
                      (id === 'twitch' || (id === 'google' && provesYouTube)) && (
                        <span className="text-small text-muted">
                          {id === 'twitch'
                            ? 'Relié, il vérifie votre chaîne et suit son planning.'
                            : 'Relié, il peut vérifier votre chaîne YouTube.'}
                        </span>
                      )}
                  </span>
                  <Button
                    size="sm"
                    disabled={busy}
                    loading={link.pending && link.input === id}
                    aria-label={`Relier ${label}`}
                    onClick={() => void link.run(id).catch(told)}
                  >
                    Relier
                  </Button>
                </li>
              ))}
        </ul>
      )}
    </SettingsSection>
  );
}
