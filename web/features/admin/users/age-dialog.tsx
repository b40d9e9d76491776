import { useState } from 'react';
import { correctAge } from '#contracts/administration.ts';
import { ofName } from '#domain/account/elision.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { formatMoney, plural } from '#web/lib/format.ts';
import { birthDateOr } from '#web/lib/forms/account-fields.ts';
import { ageOf } from '#web/lib/forms/age-of.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { BirthDateField } from '#web/ui/birth-date-field.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const correctedDate = birthDateOr('Moins de 15 ans : ce compte se ferme, il ne se corrige pas.');

/** A date that is none, told as the field's own error. */
class WrongDate extends Error {}

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
        thrown instanceof WrongDate ? 'Vérifiez la date de naissance.' : DECISION.failure(thrown)
      }
      tone="spot"
      title={`Corriger l’âge ${ofName(name)} ?`}
      description="Cette personne est prévenue par e-mail, avec le motif. Si elle devient majeure, le parent ou tuteur qui avait donné son accord l’est aussi. Si elle devient mineure, ses places à venir dans les offres pour adultes et ses demandes payées sans l’accord d’un parent sont annulées et remboursées en entier. Ses autres sessions restent : annulez celles qui ne doivent pas avoir lieu."
      confirmLabel="Corriger l’âge"
      onConfirm={async (reason) => {
        const wrong = correctedDate.safeParse(written).error?.issues[0]?.message;
        setError(wrong);
        if (wrong !== undefined) throw new WrongDate();
        await correcting.run({ personId, age: ageOf(written), reason });
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
