import { useEffect, useState } from 'react';
import type { BookingDetails } from '#web/entities/booking/booking.ts';
import { StepTitle } from '#web/features/booking/stage-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface SettlingStageProps {
  booking: BookingDetails;
  /** Looks again now. */
  onLook: () => void;
  /** Back to the recap, from where the payment can be opened again. */
  onResume: () => void;
}

/** After this long, waiting without a word would worry. Milliseconds. */
const LONG = 12_000;

/** The payer is back, and the provider's word is on its way to the server: seconds, as a rule. */
export function SettlingStage({ booking, onLook, onResume }: SettlingStageProps) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="mx-auto grid min-h-80 max-w-xl content-center justify-items-center gap-6 py-10 text-center">
      <Spinner size="lg" label="Confirmation du paiement" />
      <StepTitle
        lead={
          booking.confirmation === 'instant'
            ? 'Votre billet apparaît ici dès que le prestataire nous le dit.'
            : 'Votre demande part dès que le prestataire nous le dit.'
        }
      >
        Nous attendons la confirmation du paiement
      </StepTitle>
      {long && (
        <div className="grid justify-items-center gap-4">
          <p role="status" className="text-small text-soft">
            C’est plus long que d’habitude. Vous pouvez fermer cette page : un e-mail vous dira ce qu’il en
            est, et rien n’est débité si la place n’est pas à vous.
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={onLook}>Vérifier maintenant</Button>
            <Button tone="quiet" onClick={onResume}>
              Je n’ai pas fini de payer
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
