import { queryOptions, useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SubjectKind } from '#product/moderation/rules/moderation.ts';
import { formatDay } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { TextLink } from '#web/ui/link.tsx';

/** As many as anybody has had taken away; older ones are erased by then. */
const MOST = 100;

/**
 * The team's removals of content of the signed-in person, newest first: the fact and its decision,
 * not the content.
 */
const removalsQuery = queryOptions({
  queryKey: ['removals'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('removals')
      .select('decision_id,subject_kind,subject_id,removed_at')
      .is('restored_at', null)
      .is('erased_at', null)
      .order('removed_at', { ascending: false })
      .limit(MOST)
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
  staleTime: 60_000,
});

const WHAT = {
  profile: 'L’accroche et la présentation de votre page ont été retirées',
  picture: 'Une image de votre page a été retirée',
  film: 'Le film de votre page a été retiré',
  offer: 'Cette offre a été retirée',
  review: 'Votre avis a été retiré',
  message: 'Votre message a été retiré',
} as const satisfies Partial<Record<SubjectKind, string>>;

/** A line in the place of what the team hid or took away. */
export function WithheldLine({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 text-small text-soft">
      <EyeOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <span>{children}</span>
    </p>
  );
}

interface RemovedNoteProps {
  kind: keyof typeof WHAT;
  /**
   * One thing that is known to have been taken away; without it, everything of this kind that was
   * is listed, which may be nothing.
   */
  id?: string;
}

/**
 * In the place of what the team took away: that it was, and the decision, which explains itself and
 * can be contested.
 */
export function RemovedNote({ kind, id }: RemovedNoteProps) {
  const { data = [] } = useQuery(removalsQuery);
  const found = data.filter(
    (one) => one.subject_kind === kind && (id === undefined || one.subject_id === id),
  );
  // Its decision is named for as long as it can be contested.
  if (found.length === 0)
    return id === undefined ? null : <WithheldLine>{WHAT[kind]} par l’équipe Loge.</WithheldLine>;
  return found.map(({ decision_id: decisionId, removed_at: at }) => (
    <WithheldLine key={decisionId}>
      {WHAT[kind]} par l’équipe Loge le {formatDay(at, deviceZone(), { weekday: false })}.{' '}
      <TextLink to={`/decision/${decisionId}`} className="tappable relative">
        Lire la décision
      </TextLink>
    </WithheldLine>
  ));
}
