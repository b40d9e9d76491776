import type { UseFormReturn } from 'react-hook-form';
import { OFFER_DURATIONS_MINUTES, OFFER_SEATS } from '#product/availability/rules/availability.ts';
import { POLICY_LABELS, POLICY_NAMES } from '#product/booking/rules/policies.ts';
import { choicesIn } from '#product/discovery/rules/catalogue.ts';
import { basisPoints, cents } from '#product/shared/money/cents.ts';
import { streamerShareOf } from '#product/shared/money/price.ts';
import { optionsOf, useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { policyInEuros, readPrice } from '#web/features/streamer-settings/euros.ts';
import type { OfferValues } from '#web/features/streamer-settings/offer-fields.ts';
import { OfferRules } from '#web/features/streamer-settings/offer-rules.tsx';
import { QuestionsEditor } from '#web/features/streamer-settings/questions-editor.tsx';
import { formatDuration, formatMoney, formatRate, plural, typeset } from '#web/lib/format.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';

interface OfferFormFieldsProps {
  form: UseFormReturn<OfferValues, unknown, OfferValues>;
  /** The platform's fee; null while it loads. */
  feeBasisPoints: number | null;
  userId: string;
}

const durations = OFFER_DURATIONS_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: formatDuration(minutes),
}));
const seats = Array.from({ length: OFFER_SEATS.max }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'Tête à tête' : plural(index + 1, 'place', 'places'),
}));

/** The streamer's share of a place after the platform's fee, in words. */
function shareText(price: number | null, feeBasisPoints: number | null): string {
  if (price === null || feeBasisPoints === null) return '0 pour une session gratuite, sinon 5 € au moins.';
  if (price === 0) return 'Une session gratuite : rien à payer, rien à recevoir.';
  const share = streamerShareOf(cents(price), basisPoints(feeBasisPoints));
  return `Vous recevez ${formatMoney(share)} par place, commission de ${formatRate(feeBasisPoints / 10_000)} déduite.`;
}

/**
 * All fields of an offer, with what the streamer earns beside its price and the refunds beside its
 * policy.
 */
export function OfferFormFields({ form, feeBasisPoints, userId }: OfferFormFieldsProps) {
  const { errors } = form.formState;
  const price = readPrice(form.watch('price'));
  const { categories } = useCatalogue();
  const kept = form.formState.defaultValues?.category;
  return (
    <>
      <Field label="Titre" error={errors.title?.message} required>
        <Input {...form.register('title')} maxLength={80} placeholder="Coaching classé" />
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        <Textarea {...form.register('description')} rows={3} maxLength={2000} />
      </Field>
      <div className="num grid gap-5 sm:grid-cols-2">
        <Field label="Catégorie" error={errors.category?.message} required>
          <Select
            {...form.register('category')}
            options={optionsOf(choicesIn(categories, [kept ?? '']))}
            placeholder="Choisir"
          />
        </Field>
        <Field label="Durée">
          <Select {...form.register('duration')} options={durations} />
        </Field>
        <Field
          label="Prix par place, en euros"
          hint={shareText(price, feeBasisPoints)}
          error={errors.price?.message}
          required
        >
          <Input {...form.register('price')} inputMode="decimal" autoComplete="off" />
        </Field>
        <Field label="Places" error={errors.seats?.message}>
          <Select {...form.register('seats')} options={seats} />
        </Field>
      </div>
      <Field label="Réservation" group>
        <RadioCards
          {...form.register('confirmation')}
          options={[
            {
              value: 'instant',
              label: 'Immédiate',
              description: 'Payée, elle est confirmée. Vous n’avez rien à faire.',
            },
            {
              value: 'on_request',
              label: 'Sur demande',
              description:
                'Vous avez 48 h pour accepter, et jusqu’à 12 h avant le début. Rien n’est débité avant.',
            },
          ]}
        />
      </Field>
      <Field
        label="Si le viewer annule"
        group
        hint="Si vous annulez, tout est remboursé, commission comprise."
      >
        <RadioCards
          {...form.register('policy')}
          options={POLICY_NAMES.map((name) => ({
            value: name,
            label: POLICY_LABELS[name],
            description: <span className="num">{typeset(policyInEuros(name, price ?? 3000))}</span>,
          }))}
        />
      </Field>
      <Switch
        {...form.register('adultsOnly')}
        label="Réservée aux personnes majeures"
        description="Qui a moins de 18 ans la voit et ne peut pas la réserver. Les sessions déjà réservées ont lieu."
      />
      <QuestionsEditor form={form} />
      <OfferRules form={form} userId={userId} />
      <Switch
        {...form.register('isActive')}
        label="Offre ouverte"
        description="Fermée, elle n’est plus proposée et garde tous ses réglages."
      />
    </>
  );
}
