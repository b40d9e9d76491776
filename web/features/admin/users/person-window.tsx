import { queryOptions, useQuery } from '@tanstack/react-query';
import { ROLE_LABELS } from '#product/shared/roles.ts';
import { DocumentButton } from '#web/entities/payment/document-button.tsx';
import { statementsQuery } from '#web/entities/payment/documents.ts';
import { ADMIN_KEY, Facts, Loaded } from '#web/features/admin/admin.tsx';
import { actionLabel, actorText, readAudit } from '#web/features/admin/audit.ts';
import { changeText } from '#web/features/admin/audit-changes.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import {
  nameOf,
  type Person,
  readPeople,
  STATE_LABELS,
  STATE_TONES,
} from '#web/features/admin/users/person.tsx';
import { PersonActions } from '#web/features/admin/users/person-actions.tsx';
import { AgeOfPerson } from '#web/features/admin/users/person-age.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** One person, and whether it is the admin who looks; null when the account is gone. */
const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'person', id],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await readPeople(supabase)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      const { session } = (await supabase.auth.getSession()).data;
      return data && { person: data, own: session?.user.id === id };
    },
  });

/** The audit log of one person, newest first. */
const historyQuery = (personId: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'history', personId],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await readAudit(supabase)
        .eq('subject_id', personId)
        .order('at', { ascending: false })
        .limit(20)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

const moment = (instant: string) => formatDateTime(instant, TEAM_ZONE, { weekday: false, year: true });

/**
 * One account over the list: its facts, what can be done, what was done. On their own account an
 * admin decides nothing.
 */
export function PersonDetail({ personId }: { personId: string }) {
  const found = useQuery(personQuery(personId));
  return (
    <Loaded query={found} failed="Ce compte n’a pas pu être chargé" gone="Ce compte n’existe plus">
      {({ person, own }) => (
        <div className="grid gap-7">
          <PersonFacts person={person} />
          {person.role === 'viewer' && <AgeOfPerson personId={personId} />}
          {own ? (
            <p className="rounded-lg bg-wash px-4 py-3 text-small text-soft">
              C’est votre compte. Un autre admin peut en changer le rôle ou le suspendre ; le reste est dans{' '}
              <TextLink to="/admin-dashboard/settings">vos réglages</TextLink>.
            </p>
          ) : (
            <PersonActions key={`${person.role}${person.state}`} person={person} />
          )}
          {person.role === 'streamer' && <Statements personId={personId} />}
          <section aria-label="Historique" className="grid gap-4">
            <h3 className="display text-[1.0625rem]">Historique</h3>
            <History personId={personId} />
          </section>
        </div>
      )}
    </Loaded>
  );
}

function PersonFacts({ person }: { person: Person }) {
  const { role, state, created_at, last_sign_in_at } = person;
  return (
    <div className="grid gap-5">
      <p className="grid gap-1">
        <b className="display text-title">{nameOf(person)}</b>
        <span className="wrap-anywhere text-soft">{person.email}</span>
      </p>
      <Facts
        className="grid-cols-2 sm:grid-cols-4"
        facts={[
          ['Rôle', role ? ROLE_LABELS[role] : 'Sans rôle'],
          [
            'État',
            <StateDot key="state" tone={STATE_TONES[state]} className="whitespace-normal!">
              {STATE_LABELS[state]}
            </StateDot>,
          ],
          ['Inscription', moment(created_at)],
          ['Dernière connexion', last_sign_in_at ? moment(last_sign_in_at) : 'Jamais'],
        ]}
      />
      {state === 'suspended' && (
        <p className="num rounded-lg border border-live-edge bg-live-wash px-4 py-3 text-small">
          Suspendu {person.suspended_until ? `jusqu’au ${moment(person.suspended_until)}` : 'sans limite'}
          {person.suspension_reason && ` : « ${person.suspension_reason} »`}
        </p>
      )}
      {person.deletes_at && (
        <p className="num rounded-lg bg-wash px-4 py-3 text-small text-soft">
          Suppression demandée : le compte disparaît le {moment(person.deletes_at)}.
        </p>
      )}
    </div>
  );
}

/** A streamer's yearly statements, as files; nothing while there is none. */
function Statements({ personId }: { personId: string }) {
  const statements = useQuery(statementsQuery(personId));
  if (statements.isError)
    return (
      <ErrorLine onRetry={statements.refetch} retrying={statements.isFetching}>
        Les relevés annuels n’ont pas pu être chargés.
      </ErrorLine>
    );
  if (!statements.data || statements.data.length === 0) return null;
  return (
    <section aria-label="Relevés annuels" className="grid gap-3">
      <h3 className="display text-[1.0625rem]">Relevés annuels</h3>
      <div className="flex flex-wrap gap-2">
        {statements.data.map((document) => (
          <DocumentButton
            key={document.id}
            document={document}
            label={`Relevé ${document.period_first.slice(0, 4)}`}
          />
        ))}
      </div>
    </section>
  );
}

function History({ personId }: { personId: string }) {
  const history = useQuery(historyQuery(personId));
  return (
    <Loaded query={history} failed="L’historique n’a pas pu être chargé" waiting={<SkeletonText />}>
      {(entries) =>
        entries.length === 0 ? (
          <p className="text-small text-muted">Rien n’a encore été décidé.</p>
        ) : (
          <ol className="grid gap-4">
            {entries.map((entry) => (
              <li key={entry.id} className="grid gap-0.5 border-l-2 border-line-strong pl-4 text-small">
                <span className="font-medium">
                  {actionLabel(entry.action)}
                  {changeText(entry) && <span className="text-soft"> · {changeText(entry)}</span>}
                </span>
                <span className="text-soft">« {entry.reason} »</span>
                <span className="num text-muted">
                  {actorText(entry)}, {formatDateTime(entry.at, TEAM_ZONE, { year: true })}
                </span>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}
