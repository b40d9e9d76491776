import { useEffect, useRef, useState } from 'react';
import type { RoomSide } from '#contracts/conference.ts';
import type { MayExtend, RoomExtension } from '#contracts/extension.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EndCard, OpenCard } from './extension-card.tsx';
import { buttonText, endText, obstacleText, offerText, openText, shortButtonText } from './extension-text.ts';
import { useExtension } from './use-extension.ts';

export interface ExtensionControlProps {
  roomId: string;
  participantId: string;
  side: RoomSide;
  extension: RoomExtension | null;
  mayExtend: MayExtend | null;
  /** The other person's name. */
  other: string;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead?: number;
  /** Asks the server how the room stands: the controller's `ask`. */
  ask?: () => void;
}

/** How long it is said what became of an extension, in milliseconds. */
const SAID = 15_000;
const isOpen = ({ state }: RoomExtension) =>
  state === 'offered' || state === 'accepted' || state === 'paying';
const nothing = () => {};

/** « Prolonger de 15 min »: offering it, answering, paying in a tab of its own, and what became of it. Nothing where there is nothing to extend. */
export function ExtensionControl(props: ExtensionControlProps) {
  const { side } = props;
  return side === 'admin' ? null : <Control {...props} side={side} />;
}

function Control(props: ExtensionControlProps & { side: 'viewer' | 'streamer' }) {
  const { roomId, participantId, side, extension, mayExtend, other, ahead = 0, ask = nothing } = props;
  const actions = useExtension({ roomId, participantId, ask });
  const [offering, setOffering] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ended = useEnded(extension, side, other);
  const open = extension && isOpen(extension) ? extension : null;
  const openId = open?.id ?? null;

  // The other side was faster: there is nothing left to offer.
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
  side: 'viewer' | 'streamer';
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

/** What became of an extension: said for a while. One that was over before one looked is no news. */
function useEnded(extension: RoomExtension | null, side: 'viewer' | 'streamer', other: string) {
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
    const timer = setTimeout(() => setText(null), SAID);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, close: () => setText(null) };
}
