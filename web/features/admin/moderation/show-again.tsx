import { useState } from 'react';
import { showAgain } from '#product/moderation/contract.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import type { Case } from '#web/features/admin/moderation/case-query.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/**
 * Shows hidden content again once its author has corrected it; while an appeal waits, its answer
 * decides.
 */
export function ShowAgain({
  found,
  shownAgainAt,
  onDone,
}: {
  found: Case;
  shownAgainAt: string | null;
  onDone: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const showing = useCommand(showAgain, {
    changes: [ADMIN_KEY],
    done: 'Contenu montré à nouveau',
    failed: null,
  });
  if (shownAgainAt !== null)
    return (
      <p className="num text-small text-soft">
        Montré à nouveau le {formatDateTime(shownAgainAt, TEAM_ZONE, { weekday: false })}.
      </p>
    );
  if (found.state === 'appealed' || found.decision?.appeal?.outcome === 'overturned') return null;
  return (
    <>
      <Button className="sm:justify-self-start" onClick={() => setAsking(true)}>
        Montrer à nouveau
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="spot"
        title="Montrer ce contenu à nouveau ?"
        description="Tel qu’il est maintenant : relisez-le d’abord. La décision reste au dossier, et son auteur est prévenu, avec votre motif."
        confirmLabel="Montrer à nouveau"
        {...DECISION}
        onConfirm={async (reason) => {
          await showing.run({ caseId: found.id, reason });
          onDone();
        }}
      />
    </>
  );
}
