import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refreshPayoutAccount, startOnboarding } from '#product/payments/contract.ts';
import { DEFAULT_SETTINGS } from '#product/shared/settings.ts';
import {
  afterSession,
  balanceQuery,
  failedPayoutsQuery,
  PAYMENTS_KEY,
  platformTermsQuery,
  useLivePayments,
} from '#web/entities/payment/payment.ts';
import {
  type PayoutAccount,
  payoutAccountQuery,
  settingsKey,
} from '#web/features/streamer-settings/queries.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDay, formatMoney, plural, typeset } from '#web/lib/format.ts';
import { onPageRestored } from '#web/lib/on-page-restored.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';

/** Payouts leave on Monday mornings in Paris, whatever the streamer's zone. */
const PAYOUT_ZONE = 'Europe/Paris';

/** Where the money goes, and how much is on its way. */
export function PayoutsPanel({ userId }: { userId: string }) {
  useLivePayments(userId, 'streamer');
  return (
    <>
      <PayoutAccountSection userId={userId} />
      <Balance userId={userId} />
    </>
  );
}

interface Standing {
  tone: 'settled' | 'spot' | 'live';
  title: string;
  text: string;
  /** The button's text; null when there is nothing left to do. */
  action: string | null;
}

/** Where the account stands, in the streamer's words. */
function standingOf(account: PayoutAccount | null): Standing {
  if (account === null) {
    return {
      tone: 'spot',
      title: 'À renseigner',
      text: 'Dites à notre prestataire de paiement qui vous êtes et où verser vos revenus. Vous pouvez déjà être réservé ; vos revenus vous attendent.',
      action: 'Renseigner mon compte',
    };
  }
  if (account.requirements_due.length > 0 || !account.payouts_enabled) {
    const due = account.requirements_due.length;
    return {
      tone: account.payouts_enabled ? 'spot' : 'live',
      title: account.payouts_enabled ? 'À compléter' : 'Versements en attente',
      text:
        due > 0
          ? `Le prestataire de paiement attend encore ${plural(due, 'information', 'informations')}.`
          : 'Le prestataire de paiement vérifie vos informations. Cela prend parfois un jour ou deux.',
      action: 'Compléter mon compte',
    };
  }
  return {
    tone: 'settled',
    title: 'Versements activés',
    text: 'Vos revenus disponibles partent chaque lundi matin vers votre compte.',
    action: null,
  };
}

function PayoutAccountSection({ userId }: { userId: string }) {
  const { params, change } = useAddress();
  const returned = params.get('onboarding');
  const account = useQuery(payoutAccountQuery(userId));
  const failed = useQuery(failedPayoutsQuery(userId));
  const start = useCommand(startOnboarding, { failed: null });
  const { reset } = start;
  useEffect(() => onPageRestored(reset), [reset]);
  const refresh = useCommand(refreshPayoutAccount, {
    changes: [settingsKey(userId), PAYMENTS_KEY],
    failed: null,
  });
  const asked = useRef(false);
  const { press: ask } = refresh;
  // Back from the provider's page: its event may be slower than the person.
  useEffect(() => {
    if (returned !== 'done' || asked.current) return;
    asked.current = true;
    ask({});
    change({ onboarding: null, tab: 'payouts' });
  }, [returned, ask, change]);
  const head = {
    title: 'Compte de versement',
    description: 'Tenu par notre prestataire de paiement. Loge ne voit jamais votre IBAN.',
  };
  if (account.isPending || refresh.pending)
    return (
      <SettingsSection {...head}>
        <Skeleton className="h-50 sm:h-40" />
      </SettingsSection>
    );
  if (account.isError) {
    return (
      <ErrorState
        title="Votre compte de versement n’a pas pu être chargé"
        onRetry={() => account.refetch()}
        retrying={account.isFetching}
      />
    );
  }
  const standing = standingOf(account.data);
  const [failure] = failed.data ?? [];
  const action = standing.action ?? (failure ? 'Vérifier mon compte bancaire' : null);
  return (
    <SettingsSection {...head}>
      {returned === 'again' && (
        <FormError>Le lien du prestataire avait expiré. Reprenez où vous en étiez.</FormError>
      )}
      {(start.error || refresh.error) && <FormError>{errorText(start.error ?? refresh.error)}</FormError>}
      {failed.isError && (
        <ErrorLine onRetry={failed.refetch} retrying={failed.isFetching}>
          Vos versements refusés n’ont pas pu être chargés.
        </ErrorLine>
      )}
      {failure && (
        <FormError>
          Le versement de {formatMoney(failure.amount_cents)} n’est pas arrivé. Vérifiez votre compte bancaire
          chez notre prestataire : un compte fermé ou un IBAN mal saisi en est souvent la cause. La somme est
          dans votre solde et repart avec le prochain versement.
        </FormError>
      )}
      <StateDot tone={standing.tone}>{standing.title}</StateDot>
      <p className="text-small text-soft">{typeset(standing.text)}</p>
      <div className="flex flex-wrap gap-3">
        {action !== null && (
          <Button
            tone="spot"
            loading={start.pending || start.answer !== undefined}
            onClick={() => start.press({}, ({ url }) => window.location.assign(url))}
          >
            {action}
          </Button>
        )}
        {account.data !== null && (
          <Button tone="quiet" onClick={() => refresh.press({})}>
            Vérifier l’état
          </Button>
        )}
      </div>
    </SettingsSection>
  );
}

function Balance({ userId }: { userId: string }) {
  const balance = useQuery(balanceQuery(userId));
  const terms = useQuery(platformTermsQuery());
  const hours = terms.data?.pending_hours ?? DEFAULT_SETTINGS.pendingHours;
  return (
    <SettingsSection title="Vos revenus" description="Lus dans le grand livre, au centime.">
      {balance.isPending ? (
        <Skeleton className="h-24" />
      ) : balance.isError ? (
        <ErrorState
          title="Votre solde n’a pas pu être lu"
          onRetry={() => balance.refetch()}
          retrying={balance.isFetching}
        />
      ) : (
        <>
          <StatRow
            stats={[
              {
                label: 'Fonds retenus',
                value: formatMoney(balance.data.pendingCents),
                note: `Disponibles ${afterSession(hours)}`,
              },
              { label: 'Disponible', value: formatMoney(balance.data.availableCents), tone: 'settled' },
              {
                label: 'En route',
                value: formatMoney(balance.data.inTransitCents),
                note: 'Vers votre banque',
              },
            ]}
          />
          <p className="num text-small text-soft">
            {typeset(
              balance.data.nextPayoutAt === null
                ? `Un versement part chaque lundi dès que ${formatMoney(balance.data.leastPayoutCents)} sont disponibles.`
                : `Prochain versement le ${formatDay(balance.data.nextPayoutAt, PAYOUT_ZONE)}, dès ${formatMoney(balance.data.leastPayoutCents)} disponibles.`,
            )}
          </p>
        </>
      )}
    </SettingsSection>
  );
}
