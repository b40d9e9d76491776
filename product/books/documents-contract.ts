import { z } from 'zod';
import { streamer, team, withFactor } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract } from '#product/shared/contract.ts';

/** Invoices, and who sells, for the tax office. */

const line = z.string().trim().max(120);

/**
 * The seller's identity, as they type it: `product/books/rules/identity.ts` brings it into form and
 * says what is wrong.
 */
export const fiscalIdentity = z.strictObject({
  kind: z.enum(['business', 'individual']),
  legalName: line,
  soleTrader: z.boolean(),
  street: line,
  postcode: line,
  city: line,
  siren: line.nullable(),
  birthDate: line.nullable(),
  taxNumber: line.nullable(),
  vatNumber: line.nullable(),
  accountHolder: line,
});

/** One's own identity as it was told, and how far invoices have come. */
export const readFiscalIdentity = contract(
  'documents/read-fiscal-identity',
  z.strictObject({}),
  z.object({
    identity: fiscalIdentity.nullable(),
    mandateAcceptedAt: z.iso.datetime().nullable(),
    /** Sessions that wait for identity or mandate before they can be invoiced. */
    waiting: z.int(),
  }),
  { access: withFactor(streamer) },
);

/** Keeps it sealed. Refuses with `invalid_input` and the fields that are wrong. */
export const saveFiscalIdentity = contract('documents/save-fiscal-identity', fiscalIdentity, z.object({}), {
  access: withFactor(streamer),
});

/**
 * Lets Loge make one's invoices in one's name, once and for all. Refuses with `identity_incomplete`
 * who has told no SIREN, and with `try_again` who read another text.
 */
export const acceptMandate = contract(
  'documents/accept-mandate',
  z.strictObject({ version: z.int() }),
  z.object({ acceptedAt: z.iso.datetime() }),
  { access: withFactor(streamer) },
);

/** Shows an admin what somebody told, for a reason that is kept in the audit log. */
export const inspectFiscalIdentity = contract(
  'documents/inspect-fiscal-identity',
  z.strictObject({ personId: z.uuid(), reason: z.string().trim().min(5).max(500) }),
  z.object({ identity: fiscalIdentity.nullable() }),
  {
    access: team('finance'),
    audit: entry({
      label: 'Identité fiscale consultée',
      before: null,
      after: ['found'],
      words: { found: say.oneOf({ true: 'identité enregistrée' }, 'aucune identité enregistrée') },
      readBy: ['finance'],
    }),
    undo: 'what was read was read',
  },
);
