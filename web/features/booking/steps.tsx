import { Check } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';

export const STEPS = ['Offre', 'Créneau', 'Détails', 'Récapitulatif', 'Paiement'] as const;

interface StepsProps {
  /** Which of them one is at, from 0; those before it are done. */
  current: number;
  /** A free offer has nothing to pay. */
  free: boolean;
}

/** How far one has got: « 2 sur 5 ». */
export function Steps({ current, free }: StepsProps) {
  const steps = free ? STEPS.slice(0, -1) : STEPS;
  return (
    <ol aria-label="Étapes" className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-small">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={classNames(
            'inline-flex items-center gap-1.5',
            index === current ? 'font-semibold text-ink' : 'text-muted',
            index !== current && 'max-sm:sr-only',
          )}
        >
          {index < current ? (
            <Check aria-hidden="true" className="size-4 text-settled" />
          ) : (
            <span aria-hidden="true" className="num">
              {index + 1}
            </span>
          )}
          {step}
          {index < current && <span className="sr-only"> (fait)</span>}
          {index === current && (
            <span className="text-muted sm:sr-only">{` sur ${String(steps.length)}`}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
