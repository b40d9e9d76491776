import { LifeBuoy } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ThreadSubject } from '#product/support/contract.ts';
import { FIRST_ANSWER_HOURS } from '#product/support/rules/support.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** Few people write: the form, and what checks it, is fetched when somebody does. */
const HelpForm = lazy(() => import('./help-form.tsx'));

interface HelpProps {
  about: ThreadSubject;
  /**
   * « cette session », after « Demander de l’aide pour »; none where it is about nothing in
   * particular.
   */
  what?: string;
}

/** The window in which somebody who is signed in writes to the team. */
export function HelpDialog({
  about,
  what,
  open,
  onOpenChange,
}: HelpProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={what ? `Aide pour ${what}` : 'Écrire à l’équipe'}
      description={`Une personne de l’équipe Loge vous répond sous ${String(FIRST_ANSWER_HOURS)} heures, ici et par e-mail.`}
    >
      {open && (
        <Suspense fallback={<SkeletonText lines={5} />}>
          <HelpForm about={about} onClose={() => onOpenChange(false)} />
        </Suspense>
      )}
    </Dialog>
  );
}

/** « Aide », beside what it is about. */
export function HelpButton({ label = 'Aide', ...props }: HelpProps & { label?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" tone="quiet" onClick={() => setOpen(true)} className="min-h-11 text-muted">
        <LifeBuoy aria-hidden="true" className="size-4" />
        {label}
        {props.what && <span className="sr-only"> pour {props.what}</span>}
      </Button>
      <HelpDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  );
}
