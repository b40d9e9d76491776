import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { makeCode, stopCode } from '#product/commerce/contract.ts';
import { basisPoints } from '#product/shared/money/cents.ts';
import { CodeDialog } from '#web/entities/code/code-dialog.tsx';
import { CodeList } from '#web/entities/code/code-list.tsx';
import { CODES_KEY, type Code } from '#web/entities/code/queries.ts';
import { ownOffersQuery } from '#web/entities/offer/queries.ts';
import { platformTermsQuery } from '#web/entities/payment/payment.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { useZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface CodesPanelProps {
  userId: string;
  /** The name of one's page in its address. */
  handle: string;
}

/** A streamer's codes: to make, to share, to stop. */
export function CodesPanel({ userId, handle }: CodesPanelProps) {
  const zone = useZone(userId);
  const offers = useQuery(ownOffersQuery(userId));
  const terms = useQuery(platformTermsQuery());
  const [making, setMaking] = useState(false);
  const [stopping, setStopping] = useState<Code | null>(null);
  const changes = [CODES_KEY];
  const make = useCommand(makeCode, { changes, done: 'Code créé' });
  const stop = useCommand(stopCode, { changes, done: 'Code arrêté' });
  const paid = (offers.data ?? []).filter(({ price_cents }) => price_cents > 0);
  const noneForSale =
    offers.data && paid.length === 0
      ? 'Créez d’abord une offre payante : un code est une remise sur son prix.'
      : undefined;
  const share = async ({ code }: Code) => {
    const link = `${window.location.origin}/book-session/${handle}?code=${code}`;
    try {
      await navigator.clipboard.writeText(link);
      toast({ title: 'Lien copié', description: link });
    } catch {
      // A browser may keep the clipboard to itself: the address is shown instead.
      toast({ title: 'Copiez ce lien', description: link });
    }
  };
  return (
    <>
      <CodeList
        owner={userId}
        zone={zone}
        lead="Une remise sur vos sessions, à vos frais : chaque code dit ce qu’il coûte et ce qu’il a rapporté."
        offers={new Map((offers.data ?? []).map(({ id, title }) => [id, title]))}
        empty={
          noneForSale ??
          'Un code, une remise, une date de fin : on l’écrit avant de payer, ou il vient avec le lien que vous partagez.'
        }
        obstacle={noneForSale}
        onNew={terms.data && paid.length > 0 ? () => setMaking(true) : null}
        onStop={setStopping}
        more={(code) => (
          <Button tone="quiet" size="sm" onClick={() => void share(code)}>
            <Link2 aria-hidden="true" />
            Copier le lien
          </Button>
        )}
      />
      {making && terms.data && (
        <CodeDialog
          bearer="streamer"
          fee={basisPoints(terms.data.fee_basis_points)}
          zone={zone}
          sold={paid.map(({ id, title, price_cents: priceCents }) => ({ id, title, priceCents }))}
          onMake={make.run}
          onClose={() => setMaking(false)}
        />
      )}
      <ConfirmDialog
        open={stopping !== null}
        onOpenChange={(open) => !open && setStopping(null)}
        title={`Arrêter ${stopping?.code ?? ''} ?`}
        description="Personne ne pourra plus l’utiliser. Les sessions déjà réservées gardent leur prix."
        confirmLabel="Arrêter le code"
        failure={errorText}
        onConfirm={async () => {
          if (stopping) await stop.run({ codeId: stopping.id });
        }}
      />
    </>
  );
}
