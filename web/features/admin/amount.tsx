import { useState } from 'react';
import { errorText } from '#web/lib/error-text.ts';
import { centsOf } from '#web/lib/euros.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

class WrongAmount extends Error {}

/** The sentence for what a decision about an amount threw. */
export const amountFailure = (error: unknown): string =>
  error instanceof WrongAmount ? error.message : errorText(error);

export interface Amount {
  text: string;
  setText: (text: string) => void;
  /** Cents, when what is typed is within the bounds. */
  cents: number | null;
  /** The text for an invalid amount. */
  wrong: string;
  /** @throws WrongAmount when it is not within the bounds */
  decided: () => number;
}

/** Euros that an admin types, between two amounts of cents. */
export function useAmount(least: number, most: number, first = ''): Amount {
  const [text, setText] = useState(first);
  const typed = centsOf(text);
  const cents = typed !== null && typed >= least && typed <= most ? typed : null;
  const wrong = `Indiquez un montant entre ${formatMoney(least)} et ${formatMoney(most)}`;
  const decided = () => {
    if (cents === null) throw new WrongAmount(wrong);
    return cents;
  };
  return { text, setText, cents, wrong, decided };
}

export function AmountField({ label, amount }: { label: string; amount: Amount }) {
  const { text, setText, cents, wrong } = amount;
  return (
    <Field label={label} error={text === '' || cents !== null ? undefined : wrong}>
      <Input inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
    </Field>
  );
}
