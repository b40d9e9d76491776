import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ReportSubject } from '#contracts/moderation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** Few people report: the form, and what checks it, is fetched when somebody does. */
const ReportForm = lazy(() => import('./report-form.tsx'));

interface ReportProps {
  subject: ReportSubject;
  /** « ce profil », after « Signaler ». */
  what: string;
  signedIn: boolean;
}

/** The window in which one reports something. */
export function ReportDialog({
  subject,
  what,
  signedIn,
  open,
  onOpenChange,
}: ReportProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Signaler ${what}`}
      description="L’équipe de Loge étudie chaque signalement. La personne concernée ne sait pas qui l’a envoyé."
    >
      {open && (
        <Suspense fallback={<SkeletonText lines={5} />}>
          <ReportForm subject={subject} signedIn={signedIn} onClose={() => onOpenChange(false)} />
        </Suspense>
      )}
    </Dialog>
  );
}

/** « Signaler », beside what it is about. */
export function ReportButton(props: ReportProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" tone="quiet" onClick={() => setOpen(true)} className="min-h-11 text-muted">
        <Flag aria-hidden="true" className="size-4" />
        Signaler
        <span className="sr-only"> {props.what}</span>
      </Button>
      <ReportDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  );
}
