import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { History } from '#web/features/administration/history.tsx';
import { ROLE_LABELS, STATE_LABELS, STATE_TONES } from '#web/features/administration/labels.ts';
import type { Person } from '#web/features/administration/people.ts';
import { PersonActions } from '#web/features/administration/person-actions.tsx';
import { nameOf } from '#web/features/administration/person-name.tsx';
import { personQuery } from '#web/features/administration/person-query.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const moment = (instant: string) => formatDateTime(instant, zone, { weekday: false, year: true });

interface PersonWindowProps {
  /** Whose account is open; from the address. Null closes. */
  personId: string | null;
  /** The admin who looks: on their own account they decide nothing. */
  ownId: string | null;
  onClose: () => void;
}

/** One account over the list: its facts, what can be done, what was done. */
export function PersonWindow({ personId, ownId, onClose }: PersonWindowProps) {
  return (
    <Dialog
      open={personId !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Compte"
      size="lg"
    >
      {personId !== null && <PersonDetail personId={personId} own={personId === ownId} />}
    </Dialog>
  );
}

function PersonDetail({ personId, own }: { personId: string; own: boolean }) {
  const found = useQuery(personQuery(personId));
  if (found.isPending) return <SkeletonText lines={5} />;
  if (found.isError) {
    return (
      <ErrorState
        title="Ce compte n’a pas pu être chargé"
        onRetry={() => found.refetch()}
        retrying={found.isFetching}
      />
    );
  }
  if (found.data === null) return <EmptyState title="Ce compte n’existe plus" />;
  return (
    <div className="grid gap-7">
      <Facts person={found.data} />
      {own ? (
        <p className="rounded-lg bg-wash px-4 py-3 text-small text-soft">
          C’est votre compte. Un autre admin peut en changer le rôle ou le suspendre ; le reste est dans{' '}
          <TextLink to="/admin-dashboard/settings">vos réglages</TextLink>.
        </p>
      ) : (
        <PersonActions key={`${found.data.role}${found.data.state}`} person={found.data} />
      )}
      <section aria-label="Historique" className="grid gap-4">
        <h3 className="display text-[1.0625rem]">Historique</h3>
        <History personId={personId} />
      </section>
    </div>
  );
}

function Facts({ person }: { person: Person }) {
  return (
    <div className="grid gap-5">
      <p className="grid gap-1">
        <b className="display text-title">{nameOf(person)}</b>
        <span className="wrap-anywhere text-soft">{person.email}</span>
      </p>
      <dl className="num grid grid-cols-2 gap-x-6 gap-y-4 text-small sm:grid-cols-4">
        <Fact label="Rôle">{person.role ? ROLE_LABELS[person.role] : 'Sans rôle'}</Fact>
        <Fact label="État">
          <StateDot tone={STATE_TONES[person.state]}>{STATE_LABELS[person.state]}</StateDot>
        </Fact>
        <Fact label="Inscription">{moment(person.created_at)}</Fact>
        <Fact label="Dernière connexion">
          {person.last_sign_in_at ? moment(person.last_sign_in_at) : 'Jamais'}
        </Fact>
      </dl>
      {person.state === 'suspended' && (
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
