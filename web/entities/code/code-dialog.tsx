import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type Bearer,
  CODE_LIMITS,
  CODE_PATTERN,
  type Cut,
  codeOf,
  discounted,
  leastPriceFor,
} from '#product/commerce/rules/discount.ts';
import { REASON_MAX } from '#product/shared/contract.ts';
import { type BasisPoints, cents } from '#product/shared/money/cents.ts';
import { feeOf, streamerShareOf } from '#product/shared/money/price.ts';
import { formatInstant, instantOf } from '#product/shared/time/instant.ts';
import { epochDayOf, parseLocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt, startOfDay } from '#product/shared/time/wall-time.ts';
import { centsOf } from '#web/lib/euros.ts';
import { formatMoney } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { dateAfter } from '#web/ui/calendar-days.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Switch } from '#web/ui/switch.tsx';

/** Something that is sold: an offer, or the price of a session as an example. Cents. */
export interface Sold {
  id: string;
  title: string;
  priceCents: number;
}

/** A new code as the commands take it. */
export interface CodeDraft {
  code: string;
  cut: Cut;
  offerIds: string[] | null;
  firstOnly: boolean;
  mostUses: number | null;
  mostEach: number | null;
  startsAt: string;
  endsAt: string | null;
}

interface CodeDialogProps {
  bearer: Bearer;
  fee: BasisPoints;
  zone: string;
  /** The offers of a streamer; for the team prices as examples. */
  sold: readonly Sold[];
  /** The field that asks why; absent for who owes nobody a reason. */
  reason?: { label: string; hint: string; requiredMessage: string };
  /** Makes it; throws when it was refused. @param reason empty when none was asked */
  onMake: (draft: CodeDraft, reason: string) => Promise<unknown>;
  onClose: () => void;
}

const wholeIn =
  ({ min, max }: { min: number; max: number }) =>
  (text: string) =>
    text.trim() === '' || (/^\d{1,6}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max);
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const codeFields = z
  .object({
    code: z
      .string()
      .check(
        z.refine((text) => CODE_PATTERN.test(codeOf(text)), 'De 3 à 20 lettres sans accent ou chiffres'),
      ),
    kind: z.enum(['percent', 'amount']),
    value: z.string(),
    firstOnly: z.boolean(),
    mostUses: z.string().check(z.refine(wholeIn(CODE_LIMITS.mostUses), 'Un nombre de 1 à 100 000, ou rien')),
    mostEach: z.string().check(z.refine(wholeIn(CODE_LIMITS.mostEach), 'Un nombre de 1 à 100, ou rien')),
    first: z.string().check(z.refine((text) => text !== '', 'Choisissez un jour')),
    last: z.string(),
    reason: z.string(),
  })
  .check(
    z.refine(({ kind, value }) => cutFrom(kind, value) !== null, {
      path: ['value'],
      error: 'De 1 à 90 %, ou de 0,50 € à 5 000 €',
    }),
    z.refine(({ first, last }) => last === '' || last >= first, {
      path: ['last'],
      error: 'Le dernier jour vient après le premier',
    }),
  );

const schemaOf = (why: CodeDialogProps['reason']) =>
  codeFields.check(
    z.refine(({ reason }) => why === undefined || reason.trim() !== '', {
      path: ['reason'],
      error: why?.requiredMessage ?? '',
    }),
  );

function cutFrom(kind: 'percent' | 'amount', value: string): Cut | null {
  if (kind === 'percent') {
    const text = value.replace('%', '').trim();
    const percent = /^\d{1,2}$/.test(text) ? Number(text) : 0;
    const { min, max } = CODE_LIMITS.percent;
    return percent >= min && percent <= max ? { kind, percent } : null;
  }
  const amount = centsOf(value);
  const { min, max } = CODE_LIMITS.amount;
  return amount !== null && amount >= min && amount <= max ? { kind, amount: cents(amount) } : null;
}

/** A new code, with what it costs whom, to the cent, before it is made. */
export function CodeDialog(props: CodeDialogProps) {
  const { bearer, fee, zone, sold, reason: why, onMake, onClose } = props;
  const [schema] = useState(() => schemaOf(why));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const named = bearer === 'streamer';
  const chosen = sold.filter(({ id }) => !left.has(id));
  const today = localDateAt(zone, instantOf(serverNow()));
  const form = useSchemaForm(
    schema,
    {
      code: '',
      kind: 'percent',
      value: '',
      firstOnly: false,
      mostUses: '',
      mostEach: '1',
      first: today,
      last: '',
      reason: '',
    },
    async ({ code, kind, value, firstOnly, mostUses, mostEach, first, last, reason }) => {
      const cut = cutFrom(kind, value);
      if (cut === null) return;
      const midnight = (date: string) => formatInstant(startOfDay(zone, epochDayOf(parseLocalDate(date))));
      const draft = {
        code: codeOf(code),
        cut,
        offerIds: !named || left.size === 0 ? null : chosen.map(({ id }) => id),
        firstOnly,
        mostUses: numberOf(mostUses),
        mostEach: numberOf(mostEach),
        startsAt: midnight(first),
        endsAt: last === '' ? null : midnight(dateAfter(parseLocalDate(last), 1)),
      };
      await onMake(draft, reason.trim());
      onClose();
    },
    commandFailure,
  );
  const { errors } = form;
  const { kind, value } = form.watch();
  const cut = cutFrom(kind, value);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title="Nouveau code"
      description={
        named
          ? 'La remise se prend sur le prix de vos sessions. Un seul code par réservation.'
          : 'La remise se prend sur la commission de Loge : la part du streamer ne baisse pas.'
      }
    >
      <form onSubmit={form.submit} noValidate aria-label="Nouveau code" className="num grid gap-6">
        {form.failure && <FormError>{form.failure.text}</FormError>}
        <Field label="Code" hint="Comme on l’écrira : NOEL25" error={errors.code?.message} required>
          <Input
            {...form.register('code')}
            maxLength={24}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="uppercase"
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Remise" group>
            <RadioCards
              {...form.register('kind')}
              options={[
                { value: 'percent', label: 'En pourcentage' },
                { value: 'amount', label: 'En euros' },
              ]}
            />
          </Field>
          <Field
            label={kind === 'percent' ? 'Pourcentage du prix' : 'Euros'}
            error={errors.value?.message}
            required
          >
            <Input {...form.register('value')} inputMode="decimal" autoComplete="off" />
          </Field>
        </div>
        {cut !== null && <Costs {...{ cut, bearer, fee }} sold={chosen} />}
        {named && sold.length > 1 && (
          <Field label="Pour ces offres" group>
            <div className="grid sm:grid-cols-2">
              {sold.map(({ id, title, priceCents }) => (
                <Checkbox
                  key={id}
                  label={`${title}, ${formatMoney(priceCents)}`}
                  checked={!left.has(id)}
                  onChange={({ target: { checked } }) => {
                    const next = new Set(left);
                    if (checked) next.delete(id);
                    else next.add(id);
                    // A code for no offer is none.
                    if (next.size < sold.length) setLeft(next);
                  }}
                />
              ))}
            </div>
          </Field>
        )}
        <Switch
          {...form.register('firstOnly')}
          label={named ? 'Première session avec vous seulement' : 'Première session sur Loge seulement'}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Utilisations au total" optional error={errors.mostUses?.message}>
            <Input {...form.register('mostUses')} inputMode="numeric" autoComplete="off" />
          </Field>
          <Field label="Utilisations par personne" optional error={errors.mostEach?.message}>
            <Input {...form.register('mostEach')} inputMode="numeric" autoComplete="off" />
          </Field>
          <Field label="Du" error={errors.first?.message} required>
            <Input {...form.register('first')} type="date" />
          </Field>
          <Field label="Au, ce jour compris" optional error={errors.last?.message}>
            <Input {...form.register('last')} type="date" />
          </Field>
        </div>
        {why && (
          <Field label={why.label} hint={why.hint} error={errors.reason?.message} required>
            <Textarea {...form.register('reason')} rows={2} maxLength={REASON_MAX} />
          </Field>
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>Revenir</Button>
          <Button type="submit" tone="spot" loading={form.busy}>
            Créer le code
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface CostsProps {
  cut: Cut;
  bearer: Bearer;
  fee: BasisPoints;
  sold: readonly Sold[];
}

/** Shows the price of a session, and what is left of it for each, without the code and with it. */
function Costs({ cut, bearer, fee, sold }: CostsProps) {
  const least = leastPriceFor(cut, bearer, fee);
  return (
    <div className="grid gap-2 rounded-lg bg-wash px-4 py-3.5">
      <table className="w-full text-small">
        <caption className="pb-1.5 text-start font-semibold">Ce que coûte chaque utilisation</caption>
        <thead className="text-kicker text-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              Session
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              Payé
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {bearer === 'streamer' ? 'Pour vous' : 'Streamer'}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              Commission
            </th>
          </tr>
        </thead>
        <tbody>
          {sold.map(({ id, title, priceCents }) => {
            const price = cents(priceCents);
            const made = discounted({ price, fee }, cut, bearer);
            const cells = made.ok
              ? ([
                  ['paid', price, made.value.terms.price],
                  ['share', streamerShareOf(price, fee), made.value.share],
                  ['commission', feeOf(price, fee), made.value.commission],
                ] as const)
              : [];
            return (
              <tr key={id} className="border-t border-line align-top">
                <th scope="row" className="py-1.5 pr-3 text-start font-normal wrap-anywhere">
                  {title}
                </th>
                {cells.map(([column, before, after]) => (
                  <td key={column} className="py-1.5 pl-2 text-end">
                    {before !== after && (
                      <s className="block text-kicker text-muted">{formatMoney(before)}</s>
                    )}
                    {formatMoney(after)}
                  </td>
                ))}
                {!made.ok && (
                  <td colSpan={3} className="py-1.5 pl-2 text-end text-muted">
                    ne s’applique pas
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="text-small text-soft">
        {least === null
          ? 'Aucune session ne le permet : la commission ne couvre pas cette remise.'
          : `Ce code s’applique aux sessions à partir de ${formatMoney(least)}${
              bearer === 'streamer'
                ? ' : remise faite, une session coûte 5 € au moins.'
                : ' : au-dessous, la commission ne couvre pas la remise.'
            }`}{' '}
        {least !== null && 'Une prolongation se paie au même prix à la minute, remise comprise.'}
      </p>
    </div>
  );
}
