import { queryOptions, useQuery } from '@tanstack/react-query';
import { acceptText } from '#product/content/contract.ts';
import { TEXT_SLUGS, type TextSlug } from '#product/shared/texts.ts';
import { formatDay } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { TEXT_KEY } from './text.tsx';

const isSlug = (slug: string): slug is TextSlug => TEXT_SLUGS.some((known) => known === slug);

const toAcceptQuery = (userId: string) =>
  queryOptions({
    queryKey: [...TEXT_KEY, 'to-accept', userId],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('texts_to_accept')
        .select('slug,version,effective_at')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    staleTime: 10 * 60_000,
  });

/**
 * Asks who is signed in to accept the conditions of use again once they changed. It does not block
 * what one is doing.
 */
export default function TermsToAccept({ userId }: { userId: string }) {
  const { data } = useQuery(toAcceptQuery(userId));
  const accepting = useCommand(acceptText, { changes: [TEXT_KEY], done: 'C’est noté, merci' });
  const [text] = data ?? [];
  if (!text || !isSlug(text.slug)) return null;
  const { slug, version } = text;
  return (
    <section
      aria-label="Nouvelles conditions"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line-strong bg-raised px-5 py-4"
    >
      <p className="max-w-[60ch]">
        Nos{' '}
        <TextLink to={`/${slug}`} target="_blank">
          conditions d’utilisation
        </TextLink>{' '}
        ont changé le {formatDay(text.effective_at, deviceZone(), { weekday: false })}. Lisez-les, puis
        acceptez-les pour continuer avec Loge.
      </p>
      <Button loading={accepting.pending} onClick={() => accepting.press({ slug, version })}>
        J’accepte
      </Button>
    </section>
  );
}
