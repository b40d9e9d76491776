import { ROLE_LABELS } from '#product/shared/roles.ts';
import { Facts } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { type Person, STATE_LABELS, STATE_TONES } from '#web/features/admin/users/person.tsx';
import { PersonActions } from '#web/features/admin/users/person-actions.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { TextLink } from '#web/ui/link.tsx';

/** A moment as the pages about a person write it, in the team's zone. */
export const moment = (instant: string) => formatDateTime(instant, TEAM_ZONE, { weekday: false, year: true });

/** Since when somebody is here, and when they last came. */
const timesOf = ({ created_at, last_sign_in_at }: Person) =>
  [
    ['Inscription', moment(created_at)],
    ['Dernière connexion', last_sign_in_at ? moment(last_sign_in_at) : 'Jamais'],
  ] as const;

/** The same as facts. */
export const PersonTimes = ({ person, className }: { person: Person; className: string }) => (
  <Facts className={className} facts={timesOf(person)} />
);

/** Who somebody is to Loge: their role, how their account stands, and since when. */
export function PersonFacts({ person, className }: { person: Person; className: string }) {
  const { role, state } = person;
  return (
    <Facts
      className={className}
      facts={[
        ['Rôle', role ? ROLE_LABELS[role] : 'Sans rôle'],
        [
          'État',
          <StateDot key="state" tone={STATE_TONES[state]} className="whitespace-normal!">
            {STATE_LABELS[state]}
          </StateDot>,
        ],
        ...timesOf(person),
      ]}
    />
  );
}

/** What is to be known before anything else: a suspension, or that the account is about to go. */
export function PersonNotices({ person }: { person: Person }) {
  return (
    <>
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
    </>
  );
}

/** What can be done with an account. On their own an admin decides nothing. */
export function PersonActs({ person, own }: { person: Person; own: boolean }) {
  if (!own) return <PersonActions key={`${person.role}${person.state}`} person={person} />;
  return (
    <p className="rounded-lg bg-wash px-4 py-3 text-small text-soft">
      C’est votre compte. Un autre admin peut en changer le rôle ou le suspendre ; le reste est dans{' '}
      <TextLink to="/admin-dashboard/settings">vos réglages</TextLink>.
    </p>
  );
}
