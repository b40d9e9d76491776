import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { askFactorsWith } from '#web/lib/second-factor.ts';
import { Spinner } from '#web/ui/spinner.tsx';

const Dialog = lazy(() => import('#web/ui/dialog.tsx').then((module) => ({ default: module.Dialog })));
const ShowFactor = lazy(() =>
  import('#web/features/auth/second-factor-step.tsx').then((module) => ({ default: module.ShowFactor })),
);

/**
 * Over every page: asks for the second factor where something wants it, so that nothing typed there
 * is lost.
 */
export function SecondFactorWindow() {
  const { state, explain } = useAuth();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const answer = useRef<((shown: boolean) => void) | null>(null);
  const close = (shown: boolean) => {
    setOpen(false);
    answer.current?.(shown);
    answer.current = null;
  };
  useEffect(
    () =>
      askFactorsWith(
        () =>
          new Promise((resolve) => {
            answer.current = resolve;
            setOpen(true);
          }),
      ),
    [],
  );
  const shown = state.status === 'signed-in' && state.factor === 'shown';
  useEffect(() => {
    if (!open || !shown) return;
    setOpen(false);
    answer.current?.(true);
    answer.current = null;
    // Rows that the wall kept back are there now.
    void queries.invalidateQueries();
  }, [open, shown, queries]);
  if (!open || state.status !== 'signed-in') return null;
  return (
    <Suspense>
      <Dialog
        open
        onOpenChange={(next) => !next && close(false)}
        title="Confirmez que c’est vous"
        description="Ce que vous demandez est protégé par votre second facteur. Rien de ce que vous avez saisi n’est perdu."
        size="sm"
      >
        <Suspense fallback={<Spinner label="Un instant" />}>
          <ShowFactor userId={state.user.id} explain={explain} />
        </Suspense>
      </Dialog>
    </Suspense>
  );
}
