import type { Business } from '#domain/documents/document.ts';
import { frenchVatNumber } from '#domain/documents/identity.ts';

/** Who runs this Loge, as its legal texts name them. */
export interface Operator {
  /** As invoices name them. */
  business: Business;
  email: string;
  /** The person answerable for what is published (loi n° 82-652, art. 93-2). */
  publisher: string;
  /** Name, address and telephone of who hosts the site (LCEN, art. 1-1). */
  host: string;
  /** Name and address of the consumer mediator (Code de la consommation, L616-1). */
  mediator: string;
}

/** Who runs a demonstration. No business has this SIREN: what it makes is no one's invoice. */
export const DEMONSTRATION: Operator = {
  business: {
    name: 'Loge (démonstration)',
    street: '1 rue du Théâtre',
    postcode: '75000',
    city: 'Paris',
    siren: '000000000',
    vatNumber: frenchVatNumber('000000000'),
  },
  email: 'bonjour@loge.test',
  publisher: 'la personne qui a lancé cette démonstration',
  host: 'la machine sur laquelle elle tourne',
  mediator: 'aucun, dans une démonstration',
};
