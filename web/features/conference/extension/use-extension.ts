import { useState } from 'react';
import {
  answerExtension,
  type MayExtend,
  offerExtension,
  payExtension,
  type RoomExtension,
} from '#contracts/extension.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';

interface Where {
  roomId: string;
  participantId: string;
  /** Asks the server how the room stands. */
  ask: () => void;
}

/** What somebody can do about an extension. Each says in `failure` why it was not done; `link` is the page that no tab could be opened for. */
export function useExtension({ roomId, participantId, ask }: Where) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const participant = { roomId, participantId };

  /** @returns whether it was done */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(errorText(error));
      return false;
    } finally {
      setBusy(false);
      ask();
    }
  }

  /** Within a click: it opens a tab. */
  function pay(extensionId: string, before: () => Promise<unknown>): Promise<boolean> {
    const tab = openPaymentTab();
    return run(async () => {
      try {
        await before();
        const { checkoutUrl } = await callCommand(payExtension, { ...participant, extensionId });
        setLink(tab.go(checkoutUrl) ? null : checkoutUrl);
      } catch (error) {
        tab.close();
        throw error;
      }
    });
  }

  const answer = (extensionId: string, accept: boolean) =>
    callCommand(answerExtension, { ...participant, extensionId, accept });
  return {
    busy,
    failure,
    link,
    forget: () => {
      setFailure(null);
      setLink(null);
    },
    offer: ({ priceCents }: MayExtend) =>
      run(() => callCommand(offerExtension, { ...participant, expectedPriceCents: priceCents })),
    accept: ({ id }: RoomExtension) => run(() => answer(id, true)),
    acceptAndPay: ({ id }: RoomExtension) => pay(id, () => answer(id, true)),
    pay: ({ id }: RoomExtension) => pay(id, async () => undefined),
    /** Says no, or takes one's yes back. */
    refuse: ({ id }: RoomExtension) => run(() => answer(id, false)),
  };
}

export type ExtensionActions = ReturnType<typeof useExtension>;

/** A tab for the provider's page. It has to be opened in the click itself: browsers keep one back that comes later. */
export interface PaymentTab {
  /** @returns false when the browser opened no tab: then a link has to do */
  go(url: string): boolean;
  /** Nothing is to be paid after all. */
  close(): void;
}

/** Opens it, empty and dark, while the server asks for the page's address. */
export function openPaymentTab(): PaymentTab {
  const tab = window.open('', '_blank');
  if (tab) {
    tab.document.title = 'Ouverture du paiement…';
    tab.document.documentElement.lang = 'fr';
    tab.document.documentElement.style.background = getComputedStyle(document.body).backgroundColor;
    // Whoever takes the payment has no hand on the room.
    tab.opener = null;
  }
  return {
    go(url) {
      if (!tab || tab.closed) return false;
      tab.location.href = url;
      return true;
    },
    close: () => tab?.close(),
  };
}
