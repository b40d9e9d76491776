import { lazy, Suspense } from 'react';
import type { ReportSubject } from '#product/moderation/contract.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** Few people report: the form, and what checks it, is fetched when somebody does. */
const ReportForm = lazy(() => import('./report-form.tsx'));

export interface ReportProps {
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
