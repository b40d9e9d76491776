import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MayExtend, RoomExtension } from '#product/booking/extension-contract.ts';
import type { RoomSide } from '#product/conference/contract.ts';
import { parseInstant } from '#product/shared/time/instant.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useRoom } from '../room/room-context.tsx';
import { buttonText, endText, obstacleText, offerText, openText, shortButtonText } from './extension-text.ts';
import { type ExtensionActions, useExtension } from './use-extension.ts';

/** How long it is shown what became of an extension, in milliseconds. */
const SHOWN = 15_000;
const isOpen = ({ state }: RoomExtension) =>
  state === 'offered' || state === 'accepted' || state === 'paying';

/**
 * « Prolonger de 15 min »: offering it, answering, paying in a tab of its own, and what became of
 * it. Nothing where there is nothing to extend.
 */
export function ExtensionControl() {
  const { side } = useRoom().room;
  return side === null || side === 'admin' ? null : <Control side={side} />;
}

type Side = Exclude<RoomSide, 'admin'>;

function Control({ side }: { side: Side }) {
  const { details, room, controller } = useRoom();
  const { extension, mayExtend, ahead } = room;
  const other = details.others[0]?.name ?? '';
  const actions = useExtension({
    roomId: details.roomId,
    participantId: room.participantId ?? '',
    ask: controller.ask,
  });
  const [offering, setOffering] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ended = useEnded(extension, side, other);
  const open = extension && isOpen(extension) ? extension : null;
  const openId = open?.id ?? null;

  // The other person was faster: there is nothing left to offer.
  useEffect(() => {
    if (openId !== null) setOffering(false);
  }, [openId]);

  const said = open ? openText(open, side, other) : (ended.text ?? '');
  return (
    <>
      {mayExtend && !open && (
        <button
          ref={button}
          type="button"
          aria-label={buttonText(mayExtend.minutes, mayExtend.priceCents)}
          className="num inline-flex min-h-12 shrink-0 items-center rounded-full border border-line-strong px-5 text-small font-semibold whitespace-nowrap hover:border-edge hover:bg-wash max-sm:px-4"
          onClick={() => {
            actions.forget();
            setOffering(true);
          }}
        >
          <span className="max-sm:hidden">{buttonText(mayExtend.minutes, mayExtend.priceCents)}</span>
          <span className="sm:hidden">{shortButtonText(mayExtend.minutes, mayExtend.priceCents)}</span>
        </button>
      )}
      {mayExtend && (
        <OfferDialog
          open={offering && !open}
          onClose={() => setOffering(false)}
          mayExtend={mayExtend}
          side={side}
          other={other}
          actions={actions}
        />
      )}
      {open && (
        <OpenCard
          extension={open}
          side={side}
          other={other}
          ahead={ahead}
          actions={actions}
          onClose={() => button.current?.focus()}
        />
      )}
      {!open && ended.text !== null && <EndCard text={ended.text} onClose={ended.close} />}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

interface OfferDialogProps {
  open: boolean;
  onClose: () => void;
  mayExtend: MayExtend;
  side: Side;
  other: string;
  actions: ReturnType<typeof useExtension>;
}

function OfferDialog({ open, onClose, mayExtend, side, other, actions }: OfferDialogProps) {
  const { minutes, priceCents, refusal } = mayExtend;
  const { busy, failure } = actions;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      size="sm"
      title={`${buttonText(minutes, priceCents)} ?`}
      description={refusal ? obstacleText(refusal, side, other) : offerText(side, other, priceCents)}
      footer={
        <>
          <Button onClick={onClose}>{refusal ? 'Fermer' : 'Revenir'}</Button>
          {!refusal && (
            <Button
              tone="spot"
              loading={busy}
              onClick={() => void actions.offer(mayExtend).then((done) => done && onClose())}
            >
              {`Proposer à ${other}`}
            </Button>
          )}
        </>
      }
    >
      {failure && (
        <p role="alert" className="text-small text-live">
          {failure}
        </p>
      )}
    </Dialog>
  );
}

/**
 * The outcome of an extension, shown for a while. An extension that was over already when one
 * joined is not shown.
 */
function useEnded(extension: RoomExtension | null, side: Side, other: string) {
  const [text, setText] = useState<string | null>(null);
  const told = useRef(extension && !isOpen(extension) ? extension.id : null);
  useEffect(() => {
    if (!extension || told.current === extension.id) return;
    if (isOpen(extension)) {
      setText(null);
      return;
    }
    told.current = extension.id;
    setText(endText(extension, side, other));
  }, [extension, side, other]);
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => setText(null), SHOWN);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, close: () => setText(null) };
}

interface OpenCardProps {
  extension: RoomExtension;
  side: Side;
  other: string;
  ahead: number;
  actions: ExtensionActions;
  /** Where the focus goes back to when the card goes. */
  onClose: () => void;
}

/** Above the bar of the room; at the foot of a telephone on its side, whose bar is at the right. */
const PLACE =
  'fixed inset-x-4 bottom-28 z-20 mx-auto grid max-w-md animate-rise gap-4 rounded-xl border border-line-strong bg-raised p-5 text-left [@media(max-height:30rem)]:bottom-4 [@media(max-height:30rem)]:gap-2 [@media(max-height:30rem)]:p-4';

/**
 * An open extension: its terms, its deadline and the possible answers. It does not take the focus.
 */
function OpenCard({ extension, side, other, ahead, actions, onClose }: OpenCardProps) {
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

/** The button for the next step, when this person has to take it. */
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

/** Shows the outcome of an extension. */
function EndCard({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <div className={`${PLACE} grid-cols-[1fr_auto] items-center max-sm:bottom-40`}>
      <p>{text}</p>
      <button type="button" aria-label="Fermer" className={buttonClass('quiet', 'icon')} onClick={onClose}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
