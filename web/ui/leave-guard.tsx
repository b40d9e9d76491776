import { useEffect, useRef } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Something was typed and not saved. */
  when: boolean;
  /**
   * The part of the address whose change counts as leaving; by default the path. A page with forms
   * in tabs adds the tab.
   */
  placeOf?: (location: Location) => string;
}

const pathOf = ({ pathname }: Location) => pathname;

/**
 * Asks before typed text is lost: on the way to another page, and (in the browser's own words) when
 * the tab closes.
 */
export function LeaveGuard({ when, placeOf = pathOf }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && placeOf(currentLocation) !== placeOf(nextLocation),
  );
  const leaving = useRef(false);
  useEffect(() => {
    leaving.current = false;
  }, [blocker.state]);
  useBeforeUnload((event) => {
    if (when) event.preventDefault();
  });
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open && !leaving.current) blocker.reset?.();
      }}
      title="Partir sans enregistrer ?"
      description="Vos modifications n’ont pas été enregistrées. Elles seront perdues si vous quittez cette page."
      confirmLabel="Partir sans enregistrer"
      cancelLabel="Rester ici"
      tone="danger"
      onConfirm={() => {
        leaving.current = true;
        blocker.proceed?.();
      }}
    />
  );
}
