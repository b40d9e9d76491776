import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { correctAge, previewAge } from '#product/administration/contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { ofName } from '#product/shared/elision.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime, formatMoney, plural } from '#web/lib/format.ts';
import { birthDateOr } from '#web/lib/forms/account-fields.ts';
import { ageOf } from '#web/lib/forms/age-of.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { BirthDateField } from '#web/ui/birth-date-field.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const correctedDate = birthDateOr('Moins de 15 ans : ce compte se ferme, il ne se corrige pas.');

/** A date that is none, told as the field's own error. */
class WrongDate extends Error {}
/** The consequences are not counted yet: nothing is decided before they were shown. */
class NotCounted extends Error {}

const costQuery = (personId: string, age: string) =>
  queryOptions({
    // Not among what the correction changes: once it is done there is nothing left to ask.
    queryKey: ['age-cost', personId, age],
    queryFn: () => callCommand(previewAge, { personId, age }),
    placeholderData: keepPreviousData,
    retry: false,
    // Somebody may book in the meantime.
    staleTime: 0,
  });

/**
 * Shows the sessions that the correction ends and the money it gives back, counted by the rule that
 * carries it out.
 */
function Cost({ query }: { query: UseQueryResult<ResponseOf<typeof previewAge>> }) {
  const { data, error, isPlaceholderData } = query;
  if (error) return <p role="status">{errorText(error)}</p>;
  if (!data || isPlaceholderData) return <p role="status">Ce que cela annule est compté…</p>;
  const { isMinor, places, refundCents, endsConsent } = data;
  if (!isMinor)
    return (
      <p role="status">
        <b>Cette personne devient majeure. Rien n’est annulé.</b>{' '}
        {endsConsent && 'L’accord de son parent ou représentant légal prend fin, et il en est prévenu.'}
      </p>
    );
  return (
    <div role="status" className="num grid gap-1">
      {places.length === 0 ? (
        <p>
          <b>Cette personne devient mineure. Rien n’est annulé.</b>
        </p>
      ) : (
        <>
          <p>
            <b>
              {plural(places.length, 'place à venir annulée', 'places à venir annulées')},{' '}
              {formatMoney(refundCents)} remboursés
            </b>{' '}
            : les offres pour adultes, et les demandes payées sans l’accord d’un parent. Les deux côtés sont
            prévenus.
          </p>
          <ul className="grid gap-1">
            {places.map(({ title, startAt, refundCents: cents }) => (
              <li key={`${title}${startAt}`} className="wrap-anywhere">
                {title}, {formatDateTime(startAt, TEAM_ZONE, { weekday: false })} : {formatMoney(cents)}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>Ses autres sessions restent : annulez celles qui ne doivent pas avoir lieu.</p>
    </div>
  );
}

interface AgeDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  personId: string;
  name: string;
}

/** Corrects an age that somebody wrote wrongly, which they cannot do themselves. */
export function AgeDialog({ open, onOpenChange, personId, name }: AgeDialogProps) {
  const [written, setWritten] = useState('');
  const [error, setError] = useState<string>();
  const age = correctedDate.safeParse(written).success ? ageOf(written) : null;
  const cost = useQuery({ ...costQuery(personId, age ?? 'adult'), enabled: open && age !== null });
  const correcting = useCommand(correctAge, {
    changes: [ADMIN_KEY],
    done: ({ isMinor, ended, refundCents }) => ({
      title: isMinor ? 'Âge corrigé : moins de 18 ans' : 'Âge corrigé : personne majeure',
      description: [
        name,
        ...(ended > 0 ? [plural(ended, 'place annulée', 'places annulées')] : []),
        ...(refundCents > 0 ? [`${formatMoney(refundCents)} remboursés`] : []),
      ].join(', '),
    }),
    failed: null,
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setWritten('');
        setError(undefined);
        onOpenChange(next);
      }}
      reason={DECISION.reason}
      failure={(thrown) =>
        thrown instanceof WrongDate
          ? 'Vérifiez la date de naissance.'
          : thrown instanceof NotCounted
            ? 'Ce que cela annule est en train d’être compté. Réessayez dans un instant.'
            : DECISION.failure(thrown)
      }
      tone="spot"
      title={`Corriger l’âge ${ofName(name)} ?`}
      description="Cette personne est prévenue par e-mail, avec le motif."
      cost={age !== null && <Cost query={cost} />}
      confirmLabel="Corriger l’âge"
      onConfirm={async (reason) => {
        const wrong = correctedDate.safeParse(written).error?.issues[0]?.message;
        setError(wrong);
        if (wrong !== undefined) throw new WrongDate();
        if (!cost.isSuccess || cost.isPlaceholderData) throw cost.error ?? new NotCounted();
        await correcting.run({
          personId,
          age: ageOf(written),
          reason,
          expectedRefundCents: cost.data.refundCents,
        });
      }}
    >
      <BirthDateField
        hint="D’une personne majeure, la date n’est ni envoyée ni gardée."
        error={error}
        value={written}
        autoComplete="off"
        onChange={(event) => {
          setWritten(event.target.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
