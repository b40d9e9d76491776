import { useQuery } from '@tanstack/react-query';
import { verifyChannel } from '#product/channels/contract.ts';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/**
 * Shows the provider's token to Loge once, which asks YouTube with it; then the token is gone from
 * this browser too, since a refreshed session has none.
 */
const channelQuery = {
  queryKey: ['channel-arrival'],
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async (): Promise<string | null> => {
    const { supabase } = await loadClient();
    const { data } = await supabase.auth.getSession();
    const token = data.session?.provider_token;
    if (!token) return null;
    try {
      return (await callCommand(verifyChannel, { token })).name;
    } finally {
      await supabase.auth.refreshSession();
    }
  },
};

/**
 * A streamer comes back from linking Google: the account is linked in any case, and the channel
 * verified where YouTube names one.
 */
export function ChannelArrival({ settings }: { settings: string }) {
  const { data: name, error, isPending } = useQuery(channelQuery);
  const title = name ? 'Votre chaîne est vérifiée' : 'Votre compte est relié';
  const lead = name
    ? `« ${name} » est maintenant sur votre page, avec la mention « chaîne vérifiée ».`
    : error
      ? errorText(error)
      : 'Il ouvre désormais Loge, comme les autres.';
  if (isPending)
    return (
      <AuthFrame title="Un instant" lead="Nous demandons à YouTube le nom de votre chaîne.">
        <Spinner size="lg" label="Vérification de votre chaîne" />
      </AuthFrame>
    );
  return (
    <AuthFrame title={title} lead={lead}>
      <ButtonLink to={settings} tone="spot" className="justify-self-start">
        Revenir à mes réglages
      </ButtonLink>
    </AuthFrame>
  );
}
