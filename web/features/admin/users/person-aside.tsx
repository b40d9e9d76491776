import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { listDevices } from '#product/administration/contract.ts';
import { DocumentButton } from '#web/entities/payment/document-button.tsx';
import { statementsQuery } from '#web/entities/payment/documents.ts';
import { ageText, Facts } from '#web/features/admin/admin.tsx';
import {
  ratingText,
  STATE_LABELS,
  STATE_TONES,
  streamerQuery,
} from '#web/features/admin/streamers/streamer.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import type { Person } from '#web/features/admin/users/person.tsx';
import { MOST } from '#web/features/admin/users/person-part.tsx';
import { personKey } from '#web/features/admin/users/person-query.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { formatCount, plural } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** A part beside the lists. */
export function AsidePart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card>
      <section aria-labelledby={id} className="grid gap-4">
        <h2 id={id} className="text-title">
          {title}
        </h2>
        {children}
      </section>
    </Card>
  );
}

/** A streamer's public page: how it stands, and the ways to it. */
export function PersonPublicPage({ person: { id } }: { person: Person }) {
  const streamer = useQuery(streamerQuery(id));
  const { data } = streamer;
  return (
    <AsidePart title="Page publique">
      {streamer.isPending ? (
        <SkeletonText lines={5} />
      ) : streamer.isError ? (
        <ErrorLine onRetry={streamer.refetch} retrying={streamer.isFetching}>
          La page n’a pas pu être chargée.
        </ErrorLine>
      ) : !data ? (
        <p className="text-small text-muted">Aucune page pour l’instant.</p>
      ) : (
        <>
          <StateDot tone={STATE_TONES[data.state]}>{STATE_LABELS[data.state]}</StateDot>
          <Facts
            className="grid-cols-2"
            facts={[
              ['Nom de scène', data.display_name],
              ['Note', ratingText(data)],
              ['Offres actives', formatCount(data.offers)],
              ['À venir', formatCount(data.coming)],
            ]}
          />
          <div className="flex flex-wrap gap-2">
            <ButtonLink size="sm" className="min-h-11" to={`/streamer/${data.handle}`}>
              Voir la page
            </ButtonLink>
            <ButtonLink
              size="sm"
              tone="quiet"
              className="min-h-11"
              to={`/admin-dashboard/streamers?streamer=${id}`}
            >
              Décider
            </ButtonLink>
          </div>
        </>
      )}
    </AsidePart>
  );
}

const devicesQuery = (personId: string) =>
  queryOptions({
    queryKey: [...personKey(personId), 'devices'],
    queryFn: () => callCommand(listDevices, { personId }),
  });

/** Where somebody is signed in, and with how many second factors. */
export function PersonDevices({ person: { id } }: { person: Person }) {
  const found = useQuery(devicesQuery(id));
  return (
    <AsidePart title="Appareils">
      {found.isPending ? (
        <SkeletonText />
      ) : found.isError ? (
        <ErrorLine onRetry={found.refetch} retrying={found.isFetching}>
          Les appareils n’ont pas pu être chargés.
        </ErrorLine>
      ) : (
        <>
          {found.data.devices.length === 0 ? (
            <p className="text-small text-muted">Connecté nulle part.</p>
          ) : (
            <ul className="grid gap-2.5 text-small">
              {found.data.devices.slice(0, MOST).map(({ name, since, lastActiveAt }) => (
                <li key={`${name} ${since}`} className="num flex flex-wrap justify-between gap-x-4">
                  <span>{name}</span>
                  <span className="text-muted">il y a {ageText(lastActiveAt)}</span>
                </li>
              ))}
            </ul>
          )}
          {found.data.devices.length > MOST && (
            <p className="num text-small text-muted">
              et {plural(found.data.devices.length - MOST, 'autre', 'autres')}
            </p>
          )}
          <p className="text-small text-soft">
            {found.data.factors === 0
              ? 'Sans second facteur.'
              : plural(found.data.factors, 'second facteur', 'seconds facteurs')}
          </p>
        </>
      )}
    </AsidePart>
  );
}

/** A streamer's yearly statements, as files; nothing while there is none. */
export function PersonStatements({ person: { id } }: { person: Person }) {
  const statements = useQuery(statementsQuery(id));
  if (statements.isError)
    return (
      <ErrorLine onRetry={statements.refetch} retrying={statements.isFetching}>
        Les relevés annuels n’ont pas pu être chargés.
      </ErrorLine>
    );
  if (!statements.data || statements.data.length === 0) return null;
  return (
    <AsidePart title="Relevés annuels">
      <div className="flex flex-wrap gap-2">
        {statements.data.map((document) => (
          <DocumentButton
            key={document.id}
            document={document}
            label={`Relevé ${document.period_first.slice(0, 4)}`}
          />
        ))}
      </div>
    </AsidePart>
  );
}

/** Who of the team reads the devices of somebody: whoever could sign them out. */
export function useMayReadDevices({ role }: Person, own: boolean): boolean {
  const mayAll = useDuty();
  const mayOfOthers = useDuty('support', 'moderation');
  return mayAll || (mayOfOthers && (own || role !== 'admin'));
}
