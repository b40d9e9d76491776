import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { undoReason } from '#product/shared/contract.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import type { ListAct } from '#web/features/admin/list.ts';
import { UNDO_MILLISECONDS } from '#web/features/admin/undo.ts';
import { errorText } from '#web/lib/error-text.ts';
import { plural } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface ChosenRowsProps<Row> {
  rows: readonly Row[];
  /** How many of the page may be chosen. */
  onPage: number;
  acts: readonly ListAct<Row>[];
  acting: ListAct<Row> | null;
  setActing: (act: ListAct<Row> | null) => void;
  onChooseAll: () => void;
  onDone: () => void;
}

/**
 * The rows that are chosen, and what may be done with all of them at once: each with the same
 * reason, and an entry of its own in the log.
 */
export function ChosenRows<Row>(props: ChosenRowsProps<Row>) {
  const { rows, onPage, acts, acting, setActing, onChooseAll, onDone } = props;
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const possible = acts.filter((act) => rows.some(act.applies));
  const affected = acting ? rows.filter(acting.applies) : [];

  const each = async (todo: readonly Row[], run: (row: Row) => Promise<unknown>) => {
    const done: Row[] = [];
    let refused: unknown = null;
    for (const row of todo) {
      try {
        await run(row);
        done.push(row);
      } catch (error) {
        refused = error;
      }
    }
    await client.invalidateQueries({ queryKey: ADMIN_KEY });
    return { done, refused, left: todo.length - done.length };
  };
  const takeBack = async (act: ListAct<Row>, done: readonly Row[], reason: string) => {
    const { undo } = act;
    if (!undo) return;
    const back = await each(done, (row) => undo(row, undoReason(reason)));
    toast(
      back.refused === null
        ? { title: 'C’est comme avant' }
        : { variant: 'destructive', title: 'Une partie reste faite', description: errorText(back.refused) },
    );
  };
  const confirm = async (reason: string) => {
    if (!acting) return;
    setBusy(true);
    const { done, refused, left } = await each(affected, (row) => acting.run(row, reason));
    setBusy(false);
    if (done.length === 0 && refused !== null) throw refused;
    onDone();
    toast({
      variant: refused === null ? 'default' : 'destructive',
      title: acting.done(done.length),
      ...(refused === null
        ? {}
        : { description: `${plural(left, 'refusé', 'refusés')} : ${errorText(refused)}` }),
      ...(acting.undo
        ? {
            duration: UNDO_MILLISECONDS,
            countdown: true,
            action: { label: 'Annuler', onSelect: () => void takeBack(acting, done, reason) },
          }
        : {}),
    });
  };
  return (
    <>
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line bg-wash px-3 py-2">
          <p role="status" className="num mr-2 text-small font-semibold">
            {plural(rows.length, 'choisi', 'choisis')}
          </p>
          {possible.map((act) => (
            <Button
              key={act.label}
              size="sm"
              className="min-h-11"
              tone={act.danger ? 'danger-outline' : 'outline'}
              onClick={() => setActing(act)}
            >
              {act.label}
            </Button>
          ))}
          {rows.length < onPage && (
            <Button size="sm" tone="quiet" className="min-h-11" onClick={onChooseAll}>
              Toute la page
            </Button>
          )}
          <Button size="sm" tone="quiet" className="min-h-11" onClick={onDone}>
            Ne rien choisir
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={acting !== null}
        onOpenChange={(open) => open || busy || setActing(null)}
        title={acting?.question(affected.length) ?? ''}
        cost={acting?.cost}
        confirmLabel={acting?.label ?? ''}
        tone={acting?.danger ? 'danger' : 'spot'}
        {...DECISION}
        onConfirm={confirm}
      />
    </>
  );
}
