import { useState } from 'react';
import * as z from 'zod/mini';
import { type GuardianSession, limitGuardianship, stopGuardianship } from '#product/guardians/contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime, formatDuration, formatMoney } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { limit } from './consent-form.tsx';
import { GUARDIANSHIP_KEY, type Guardianship } from './guardianship.ts';

const limitSchema = z.object({ limit });

interface SupervisionProps {
  token: string;
  found: Guardianship;
}

/** A minor's sessions as the guardian sees them, with the actions on them. */
export function Supervision({ token, found }: SupervisionProps) {
  const { sessions, spentCents, monthlyCents, state, minorName } = found;
  const toCome = sessions.filter(({ refundCents }) => refundCents !== null);
  const past = sessions.filter(({ refundCents }) => refundCents === null);
  return (
    <div>
      <SettingsSection
        title="Ce mois-ci"
        description={
          state === 'stopped'
            ? `Vous avez retiré votre accord : ${minorName} ne peut plus rien payer.`
            : 'Ce qui est payé ou en cours de paiement, remboursements déduits.'
        }
      >
        <p className="num">
          <b className="display text-[1.75rem]">{formatMoney(spentCents)}</b>
          {state === 'confirmed' && monthlyCents !== null && (
            <span className="text-soft">{` sur ${formatMoney(monthlyCents)}`}</span>
          )}
        </p>
        {state === 'confirmed' && <LimitForm token={token} euros={Math.floor((monthlyCents ?? 0) / 100)} />}
      </SettingsSection>
      <SettingsSection title="À venir" description="Avec ce que rend une annulation faite maintenant.">
        <Sessions sessions={toCome} none="Aucune session à venir." />
      </SettingsSection>
      {(state === 'confirmed' || toCome.length > 0) && (
        <SettingsSection title="Arrêter" description="Plus rien ne pourra être payé sans un nouvel accord.">
          <Stop token={token} minorName={minorName} toCome={toCome} />
        </SettingsSection>
      )}
      <SettingsSection title="Passées">
        <Sessions sessions={past} none="Aucune session passée." />
      </SettingsSection>
    </div>
  );
}

function LimitForm({ token, euros }: { token: string; euros: number }) {
  const changing = useCommand(limitGuardianship, {
    changes: [GUARDIANSHIP_KEY],
    done: 'Limite changée',
    failed: null,
  });
  const { register, submit, errors, failure, busy } = useSchemaForm(
    limitSchema,
    { limit: String(euros) },
    (values) => changing.run({ token, monthlyCents: Number(values.limit) * 100 }),
    commandFailure,
  );
  return (
    <form noValidate onSubmit={submit} aria-label="Limite par mois" className="grid gap-4">
      {failure && <FormError>{failure.text}</FormError>}
      <Field label="Limite par mois, en euros" error={errors.limit?.message} required className="max-w-60">
        <Input {...register('limit')} inputMode="numeric" />
      </Field>
      <Button type="submit" loading={busy} className="justify-self-start">
        Changer la limite
      </Button>
    </form>
  );
}

const PAST_LABELS: Readonly<Record<string, string>> = {
  completed: 'Terminée',
  in_progress: 'En cours',
  viewer_no_show: 'Votre enfant n’est pas venu',
  streamer_no_show: 'Le streamer n’est pas venu',
};

function Sessions({ sessions, none }: { sessions: readonly GuardianSession[]; none: string }) {
  if (sessions.length === 0) return <p className="text-soft">{none}</p>;
  return (
    <ul className="grid gap-4">
      {sessions.map((session) => (
        <li key={session.bookingId} className="grid gap-0.5 border-b border-line pb-4 last:border-b-0">
          <b>{`${session.title}, ${formatDuration(session.durationMinutes)}`}</b>
          <span className="num text-small text-soft">
            {`${formatDateTime(session.start, deviceZone())}, avec ${session.streamerName}`}
          </span>
          <span className="num text-small text-muted">{moneyOf(session)}</span>
        </li>
      ))}
    </ul>
  );
}

function moneyOf({ paidCents, refundedCents, refundCents, status, isFree }: GuardianSession): string {
  const paid = isFree
    ? 'gratuite'
    : paidCents === 0
      ? 'Rien n’est débité'
      : `${formatMoney(paidCents)} payés`;
  if (refundCents === null) {
    const end = PAST_LABELS[status] ?? (status.startsWith('cancelled') ? 'Annulée' : 'Passée');
    return [end, paid, refundedCents > 0 ? `${formatMoney(refundedCents)} remboursés` : null]
      .filter((part) => part !== null)
      .join(', ');
  }
  if (isFree) return status === 'requested' ? 'Gratuite, en attente de la réponse du streamer' : 'Gratuite';
  if (status === 'requested')
    return `En attente de la réponse du streamer, ${formatMoney(paidCents)} réservés`;
  return `${paid}, ${formatMoney(refundCents)} remboursés en cas d’annulation`;
}

interface StopProps {
  token: string;
  minorName: string;
  toCome: readonly GuardianSession[];
}

function Stop({ token, minorName, toCome }: StopProps) {
  const [asking, setAsking] = useState(false);
  const [cancelSessions, setCancelSessions] = useState(false);
  const stopping = useCommand(stopGuardianship, {
    changes: [GUARDIANSHIP_KEY],
    done: 'Les paiements sont arrêtés',
    failed: null,
  });
  const refund = toCome.reduce((sum, { refundCents }) => sum + (refundCents ?? 0), 0);
  const sessions = toCome.length === 1 ? 'la session' : `les ${String(toCome.length)} sessions`;
  return (
    <>
      <Button tone="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        Retirer mon accord
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Retirer votre accord ?"
        description={`${minorName} ne pourra plus rien payer. Les places non payées et les demandes sans réponse sont annulées.`}
        cost={
          toCome.length > 0 &&
          (cancelSessions
            ? `${formatMoney(refund)} seront remboursés.`
            : 'Les sessions déjà payées auront lieu.')
        }
        confirmLabel="Retirer mon accord"
        failure={errorText}
        onConfirm={async () => {
          await stopping.run({ token, cancelSessions });
        }}
      >
        {toCome.length > 0 && (
          <Checkbox
            checked={cancelSessions}
            onChange={(event) => setCancelSessions(event.target.checked)}
            label={`Annuler aussi ${sessions} à venir`}
          />
        )}
      </ConfirmDialog>
    </>
  );
}
