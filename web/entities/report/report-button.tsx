import { Flag } from 'lucide-react';
import { lazy } from 'react';
import type { ReportProps } from '#web/entities/report/report-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useLateWindow } from '#web/ui/use-late-window.ts';

const fetchDialog = () => import('#web/entities/report/report-dialog.tsx');
const ReportDialog = lazy(() => fetchDialog().then((module) => ({ default: module.ReportDialog })));

/** « Signaler », beside what it is about. */
export function ReportButton(props: ReportProps) {
  const { button, isThere, isOpen, setOpen } = useLateWindow(fetchDialog);
  return (
    <>
      <Button {...button} size="sm" tone="quiet" className="min-h-11 text-muted">
        <Flag aria-hidden="true" className="size-4" />
        Signaler
        <span className="sr-only"> {props.what}</span>
      </Button>
      {isThere && <ReportDialog {...props} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
