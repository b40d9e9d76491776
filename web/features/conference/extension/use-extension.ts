import { useState } from 'react';
import {
  answerExtension,
  type MayExtend,
  offerExtension,
  payExtension,
  type RoomExtension,
} from '#product/booking/extension-contract.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useAction } from '#web/lib/use-command.ts';

interface Where {
  roomId: string;
  participantId: string;
  /** Asks the server for the state of the room. */
  ask: () => void;
}

/**
 * The actions on an extension. `failure` says why the last one failed; `link` is the payment page
 * when no tab could be opened for it.
 */
export function useExtension({ roomId, participantId, ask }: Where) {
  const action = useAction((work: () => Promise<unknown>) => work());
  const [link, setLink] = useState<string | null>(null);
  const participant = { roomId, participantId };

  /** @returns whether it was done */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await action.run(work);
      return true;
    } catch {
      return false; // `failure` says why
    } finally {
      ask();
    }
  }

  /** Must be called within a click: it opens a tab. */
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
    busy: action.pending,
    failure: action.error && errorText(action.error),
    link,
    forget: () => {
      action.reset();
      setLink(null);
    },
    offer: ({ priceCents }: MayExtend) =>
      run(() => callCommand(offerExtension, { ...participant, expectedPriceCents: priceCents })),
    accept: ({ id }: RoomExtension) => run(() => answer(id, true)),
    acceptAndPay: ({ id }: RoomExtension) => pay(id, () => answer(id, true)),
    pay: ({ id }: RoomExtension) => pay(id, async () => undefined),
    /** Declines the offer of the other, or withdraws one's own. */
    refuse: ({ id }: RoomExtension) => run(() => answer(id, false)),
  };
}

export type ExtensionActions = ReturnType<typeof useExtension>;

/**
 * A tab for the provider's page. It has to be opened within the click: browsers block a tab that is
 * opened later.
 */
export interface PaymentTab {
  /** @returns false when the browser opened no tab: a link is shown instead */
  go(url: string): boolean;
  /** Closes it: nothing has to be paid. */
  close(): void;
}

/** Opens it, empty and dark, while the server asks for the page's address. */
function openPaymentTab(): PaymentTab {
  const tab = window.open('', '_blank');
  if (tab) {
    tab.document.title = 'Ouverture du paiement…';
    tab.document.documentElement.lang = 'fr';
    tab.document.documentElement.style.background = getComputedStyle(document.body).backgroundColor;
    // The payment page gets no access to the room's tab.
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
