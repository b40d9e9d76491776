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
