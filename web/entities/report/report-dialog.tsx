import { lazy, Suspense, useState } from 'react';
import type { ReportSubject } from '#product/moderation/contract.ts';
import { capitalised } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** Few people report: the form, and what checks it, is fetched when somebody does. */
const ReportForm = lazy(() => import('./report-form.tsx'));

export interface Reportable {
  subject: ReportSubject;
  /** « ce profil », after « Signaler ». */
  what: string;
}

export interface ReportProps extends Reportable {
  signedIn: boolean;
  /** The other things of the page that the same window reports. */
  others?: readonly Reportable[];
}

/** The window in which one reports something. */
export function ReportDialog({
  subject: first,
  what: firstWhat,
  signedIn,
  others = [],
  open,
  onOpenChange,
}: ReportProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [at, setAt] = useState(0);
  const choices = [{ subject: first, what: firstWhat }, ...others];
  const { subject, what } = choices[at] ?? { subject: first, what: firstWhat };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Signaler ${what}`}
      description="L’équipe de Loge étudie chaque signalement. La personne concernée ne sait pas qui l’a envoyé."
    >
      {open && (
        <Suspense fallback={<SkeletonText lines={5} />}>
          {choices.length > 1 && (
            <Field
              label="Ce que vous signalez"
              hint="Les avis de la liste sont ceux que la page montre."
              className="mb-5"
            >
              <Select
                options={choices.map((choice, index) => ({
                  value: String(index),
                  label: capitalised(choice.what),
                }))}
                value={String(at)}
                onChange={(event) => setAt(Number(event.target.value))}
              />
            </Field>
          )}
          <ReportForm subject={subject} signedIn={signedIn} onClose={() => onOpenChange(false)} />
        </Suspense>
      )}
    </Dialog>
  );
}
