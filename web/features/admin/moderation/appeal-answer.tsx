import { useState } from 'react';
import { decideAppeal } from '#product/moderation/contract.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const WORDS = {
  overturned: {
    title: 'Annuler la décision ?',
    cost: 'Le compte et le contenu sont rétablis. Les sessions annulées le restent : leurs viewers ont été remboursés.',
    confirm: 'Annuler la décision',
    done: 'Décision annulée',
  },
  upheld: {
    title: 'Maintenir la décision ?',
    cost: 'La mesure reste en vigueur. La personne en est prévenue, avec votre motif.',
    confirm: 'Maintenir la décision',
    done: 'Décision maintenue',
  },
} as const;

/** Another admin's answer to an appeal. */
export function AppealAnswer({ caseId, onDone }: { caseId: string; onDone: () => void }) {
  const [outcome, setOutcome] = useState<keyof typeof WORDS | null>(null);
  const deciding = useCommand(decideAppeal, {
    changes: [ADMIN_KEY],
    done: (answer) => ({ title: WORDS[answer.outcome].done }),
  });
  const words = outcome && WORDS[outcome];
  return (
    <div className="flex flex-wrap gap-3">
      <Button tone="spot" onClick={() => setOutcome('overturned')}>
        Annuler la décision
      </Button>
      <Button onClick={() => setOutcome('upheld')}>Maintenir la décision</Button>
      {outcome && words && (
        <ConfirmDialog
          open
          onOpenChange={() => setOutcome(null)}
          tone="spot"
          title={words.title}
          cost={words.cost}
          confirmLabel={words.confirm}
          {...DECISION}
          onConfirm={async (reason) => {
            await deciding.run({ caseId, outcome, reason });
            onDone();
          }}
        />
      )}
    </div>
  );
}
