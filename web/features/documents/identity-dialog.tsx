import * as z from 'zod/mini';
import { saveFiscalIdentity } from '#product/books/documents-contract.ts';
import { checkIdentity, type FiscalIdentity } from '#product/books/rules/identity.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { DOCUMENTS_KEY } from '#web/entities/payment/documents.ts';
import { PAYMENTS_KEY } from '#web/entities/payment/payment.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';

/** Parses the typed fields: an empty text is none, which `checkIdentity` knows. */
const schemaOf = (all: boolean) =>
  z
    .object({
      kind: z.enum(['business', 'individual']),
      legalName: z.string(),
      soleTrader: z.boolean(),
      street: z.string(),
      postcode: z.string(),
      city: z.string(),
      siren: z.string(),
      birthDate: z.string(),
      taxNumber: z.string(),
      vatNumber: z.string(),
      accountHolder: z.string(),
    })
    .check(({ value, issues }) => {
      const checked = checkIdentity(value, localDateAt('Europe/Paris', instantOf(serverNow())), { all });
      if (checked.ok) return;
      for (const [field, message] of Object.entries(checked.refusal.faults))
        issues.push({ code: 'custom', input: value, path: [field], message });
    });

const schemas = { all: schemaOf(true), forInvoices: schemaOf(false) };

interface IdentityDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  identity: FiscalIdentity | null;
  /** Whether all that the tax office wants is asked for by now: more than an invoice needs. */
  asked: boolean;
}

/** Asks for the seller's identity when the first session is paid, and says why. */
export function IdentityDialog({ open, onOpenChange, identity, asked }: IdentityDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Identité fiscale"
      size="lg"
      description="Vos factures doivent porter votre nom, votre adresse et votre SIREN, et la loi nous demande de connaître ceux que nous payons (art. 1649 ter A du CGI). C’est gardé chiffré, et montré à vous seul ; un admin ne l’ouvre qu’avec un motif, inscrit au journal."
    >
      <IdentityForm identity={identity} asked={asked} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Lives only while the dialog is open, so each opening starts from what is kept. */
function IdentityForm({
  identity,
  asked,
  onClose,
}: Pick<IdentityDialogProps, 'identity' | 'asked'> & { onClose: () => void }) {
  const saving = useCommand(saveFiscalIdentity, {
    // The text about the next payout may change with it.
    changes: [DOCUMENTS_KEY, PAYMENTS_KEY],
    done: 'Identité fiscale enregistrée',
  });
  const form = useSchemaForm(
    asked ? schemas.all : schemas.forInvoices,
    {
      kind: identity?.kind ?? 'business',
      legalName: identity?.legalName ?? '',
      soleTrader: identity?.soleTrader ?? true,
      street: identity?.street ?? '',
      postcode: identity?.postcode ?? '',
      city: identity?.city ?? '',
      siren: identity?.siren ?? '',
      birthDate: identity?.birthDate ?? '',
      taxNumber: identity?.taxNumber ?? '',
      vatNumber: identity?.vatNumber ?? '',
      accountHolder: identity?.accountHolder ?? '',
    },
    async (values) => {
      await saving.run(values);
      onClose();
    },
    commandFailure,
  );
  const { register, errors } = form;
  const business = form.watch('kind') === 'business';
  // Of a company neither is asked.
  const person = !business || form.watch('soleTrader');
  return (
    <form noValidate aria-label="Identité fiscale" className="grid grid-cols-1 gap-5" onSubmit={form.submit}>
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field label="Vous vendez" group>
        <RadioCards
          {...register('kind')}
          className="sm:grid-cols-2"
          options={[
            {
              value: 'business',
              label: 'En entreprise',
              description: 'Micro-entreprise comprise : Loge fait vos factures.',
            },
            {
              value: 'individual',
              label: 'En particulier',
              description: 'Sans SIREN, aucune facture ne peut être faite à votre nom.',
            },
          ]}
        />
      </Field>
      <Field
        label={business ? 'Nom de l’entreprise, ou prénom et nom' : 'Prénom et nom'}
        error={errors.legalName?.message}
        required
      >
        <Input {...register('legalName')} autoComplete="name" maxLength={120} />
      </Field>
      {business && (
        <>
          <Checkbox
            {...register('soleTrader')}
            label="Je suis entrepreneur individuel"
            description="Micro-entrepreneurs compris : « EI » suit alors votre nom."
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="SIREN" hint="Neuf chiffres." error={errors.siren?.message} required>
              <Input {...register('siren')} inputMode="numeric" autoComplete="off" maxLength={20} />
            </Field>
            <Field
              label="Numéro de TVA"
              hint="Laissez vide en franchise de TVA."
              error={errors.vatNumber?.message}
              optional
            >
              <Input {...register('vatNumber')} autoComplete="off" maxLength={20} />
            </Field>
          </div>
        </>
      )}
      <Field label="Numéro et rue" error={errors.street?.message} required>
        <Input {...register('street')} autoComplete="street-address" maxLength={120} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Code postal" error={errors.postcode?.message} required>
          <Input {...register('postcode')} inputMode="numeric" autoComplete="postal-code" maxLength={10} />
        </Field>
        <Field label="Ville" error={errors.city?.message} required>
          <Input {...register('city')} autoComplete="address-level2" maxLength={120} />
        </Field>
        {(!business || (asked && person)) && (
          <Field label="Date de naissance" error={errors.birthDate?.message} required>
            <Input {...register('birthDate')} type="date" autoComplete="bday" />
          </Field>
        )}
        <Field
          label="Numéro fiscal"
          hint="Treize chiffres, en haut de votre avis d’impôt."
          error={errors.taxNumber?.message}
          optional={!(asked ? person : !business)}
          required={asked ? person : !business}
        >
          <Input {...register('taxNumber')} inputMode="numeric" autoComplete="off" maxLength={20} />
        </Field>
      </div>
      <Field label="Titulaire du compte bancaire" error={errors.accountHolder?.message} required>
        <Input {...register('accountHolder')} autoComplete="off" maxLength={120} />
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>Revenir</Button>
        <Button type="submit" tone="spot" loading={form.busy}>
          Enregistrer
        </Button>
      </div>
    </form>
  );
}
