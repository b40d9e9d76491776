import { X } from 'lucide-react';
import type { RoomExtension } from '#contracts/extension.ts';
import { parseInstant } from '#domain/time/instant.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { openText } from './extension-text.ts';
import type { ExtensionActions } from './use-extension.ts';

interface OpenCardProps {
  extension: RoomExtension;
  side: 'viewer' | 'streamer';
  other: string;
  ahead: number;
  actions: ExtensionActions;
  /** Where the focus goes back to when the card goes. */
  onClose: () => void;
}

/** Above the bar of the room; on a telephone that lies, whose bar stands at the side, at the foot. */
const PLACE =
  'fixed inset-x-4 bottom-28 z-20 mx-auto grid max-w-md animate-rise gap-4 rounded-xl border border-line-strong bg-raised p-5 text-left [@media(max-height:30rem)]:bottom-4 [@media(max-height:30rem)]:gap-2 [@media(max-height:30rem)]:p-4';

/** An extension that waits for somebody: what it is, until when, and what one can do about it. It never takes the focus from a conversation. */
export function OpenCard({ extension, side, other, ahead, actions, onClose }: OpenCardProps) {
  const { busy, failure, link } = actions;
  const refuse = () => void actions.refuse(extension).then((done) => done && onClose());
  return (
    <section aria-label="Prolongation de la session" className={PLACE}>
      <p>{openText(extension, side, other)}</p>
      {failure && (
        <p role="alert" className="text-small text-live">
          {failure}
        </p>
      )}
      {link && (
        <a href={link} target="_blank" rel="noreferrer" className={buttonClass('spot')}>
          Ouvrir la page de paiement
        </a>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p className="mr-auto text-small text-soft">
          Encore <Countdown until={parseInstant(extension.until)} ahead={ahead} announced={false} />
        </p>
        <Button onClick={refuse} disabled={busy}>
          {extension.state === 'offered' && extension.by !== side ? 'Refuser' : 'Abandonner'}
        </Button>
        {!link && <Go extension={extension} side={side} actions={actions} />}
      </div>
    </section>
  );
}

/** The way forward, when it is this person's to go. */
function Go({ extension, side, actions }: Pick<OpenCardProps, 'extension' | 'side' | 'actions'>) {
  const { state, by, priceCents } = extension;
  const { busy } = actions;
  const price = formatMoney(priceCents);
  if (state === 'offered') {
    if (by === side) return null;
    const paid = side === 'viewer' && priceCents > 0;
    return (
      <Button
        tone="spot"
        loading={busy}
        onClick={() => void (paid ? actions.acceptAndPay(extension) : actions.accept(extension))}
      >
        {paid ? `Accepter et payer ${price}` : 'Accepter'}
      </Button>
    );
  }
  if (side !== 'viewer') return null;
  return (
    <Button tone="spot" loading={busy} onClick={() => void actions.pay(extension)}>
      {state === 'paying' ? 'Rouvrir le paiement' : `Payer ${price}`}
    </Button>
  );
}

/** What became of it, for a while. */
export function EndCard({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <div className={`${PLACE} grid-cols-[1fr_auto] items-center max-sm:bottom-40`}>
      <p>{text}</p>
      <button type="button" aria-label="Fermer" className={buttonClass('quiet', 'icon')} onClick={onClose}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
