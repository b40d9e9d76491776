import type { Business } from './business.ts';
import { frenchVatNumber } from './business.ts';

/** The operator of this Loge, as its legal texts name them. */
export interface Operator {
  /** As invoices name them. */
  business: Business;
  /**
   * Its form and capital, and where it is registered: « SAS au capital de 10 000 €, RCS Paris 732
   * 829 320 » (LCEN, art. 1-1; Code de commerce, R123-237).
   */
  form: string;
  email: string;
  /**
   * By which people reach it (LCEN, art. 1-1 and 19; Code de la consommation, L111-1 and R111-1).
   */
  phone: string;
  /** The person answerable for what is published (loi n° 82-652, art. 93-2). */
  publisher: string;
  /** Name, address and telephone of who hosts the site (LCEN, art. 1-1). */
  host: string;
  /** Name and address of the consumer mediator (Code de la consommation, L616-1). */
  mediator: string;
}

/**
 * The operator of a demonstration. No business has this SIREN: what it makes is no one's invoice.
 */
export const DEMONSTRATION: Operator = {
  business: {
    name: 'Loge (démonstration)',
    street: '1 rue du Théâtre',
    postcode: '75000',
    city: 'Paris',
    siren: '000000000',
    vatNumber: frenchVatNumber('000000000'),
  },
  form: 'aucune, dans une démonstration',
  email: 'bonjour@loge.test',
  phone: 'aucun, dans une démonstration',
  publisher: 'la personne qui a lancé cette démonstration',
  host: 'la machine sur laquelle elle tourne',
  mediator: 'aucun, dans une démonstration',
};
