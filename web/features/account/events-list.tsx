import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { listEvents } from '#product/accounts/contract.ts';
import { type AccountEvent, EVENT_DAYS } from '#product/accounts/rules/events.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { eventsQuery } from '#web/features/account/queries.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Event = ResponseOf<typeof listEvents>['events'][number];

const LABELS: Record<AccountEvent, string> = {
  signed_in: 'Connexion',
  sign_in_disowned: 'Connexion signalée comme n’étant pas la vôtre, et terminée',
  session_ended: 'Appareil déconnecté',
  sessions_ended: 'Plusieurs appareils déconnectés',
  password_changed: 'Mot de passe changé',
  password_reset_asked: 'Nouveau mot de passe demandé',
  email_changed: 'Adresse e-mail changée',
  factor_added: 'Second facteur ajouté',
  factor_removed: 'Second facteur retiré',
  factor_refused: 'Second facteur refusé',
  recovery_codes_made: 'Codes de secours créés',
  recovery_codes_removed: 'Codes de secours supprimés',
  recovery_code_used: 'Code de secours utilisé',
  factors_removed_by_team: 'Seconds facteurs retirés par l’équipe',
  passkey_added: 'Clé d’accès ajoutée',
  passkey_removed: 'Clé d’accès retirée',
  identity_linked: 'Compte associé',
  identity_unlinked: 'Compte dissocié',
};

/** The names of auth's values for a way of signing in, a factor or a provider. */
const DETAILS: Readonly<Record<string, string>> = {
  password: 'mot de passe',
  otp: 'lien ou code reçu par e-mail',
  magiclink: 'lien reçu par e-mail',
  recovery: 'lien de récupération',
  oauth: 'compte associé',
  passkey: 'clé d’accès',
  totp: 'application',
  phone: 'SMS',
  webauthn: 'clé de sécurité',
  recovery_code: 'code de secours',
  twitch: 'Twitch',
  google: 'Google',
  discord: 'Discord',
  github: 'GitHub',
  apple: 'Apple',
};

/** Those that somebody else may have caused: they stand out. */
const WORRYING: ReadonlySet<AccountEvent> = new Set(['factor_refused', 'sign_in_disowned']);

const FIRST = 6;

/** The latest events of the account, and all of them on demand. */
export function EventsList({ userId }: { userId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(eventsQuery(userId));
  const [all, setAll] = useState(false);
  return (
    <SettingsSection
      title="Événements récents"
      description={`Ce qui s’est passé sur votre compte ces ${EVENT_DAYS} derniers jours. Quelque chose vous étonne ? Changez de mot de passe.`}
    >
      {isError ? (
        <ErrorState
          title="Les événements n’ont pas pu être chargés"
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      ) : data === undefined ? (
        <ul aria-label="Événements récents" aria-busy className="grid divide-y divide-line">
          {['a', 'b', 'c'].map((key) => (
            <li key={key} className="flex min-h-12 items-center">
              <Skeleton className="h-4 w-56" />
            </li>
          ))}
        </ul>
      ) : data.length === 0 ? (
        <p className="min-h-6 text-small text-muted">
          Rien pour l’instant : connexions et changements s’afficheront ici.
        </p>
      ) : (
        <>
          <ul aria-label="Événements récents" className="grid divide-y divide-line">
            {(all ? data : data.slice(0, FIRST)).map((event) => (
              <EventRow key={event.id} {...event} />
            ))}
          </ul>
          {!all && data.length > FIRST && (
            <Button className="justify-self-start" onClick={() => setAll(true)}>
              Tout afficher
            </Button>
          )}
        </>
      )}
    </SettingsSection>
  );
}

function EventRow({ kind, detail, at, ip }: Event) {
  const more = detail === null ? null : (DETAILS[detail] ?? null);
  return (
    <li className="grid min-h-12 gap-0.5 py-3 first:pt-0">
      <span className={WORRYING.has(kind) ? 'font-medium text-live' : 'font-medium'}>
        {LABELS[kind]}
        {more && <span className="font-normal text-soft"> ({more})</span>}
      </span>
      <span className="num text-small text-muted">
        {formatDateTime(at, deviceZone(), { weekday: false })}
        {ip && ` · ${ip}`}
      </span>
    </li>
  );
}
