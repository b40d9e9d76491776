import type { ComponentProps } from 'react';
import { readDate } from '#product/accounts/rules/age.ts';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

interface BirthDateFieldProps extends ComponentProps<'input'> {
  error: string | undefined;
  /** Says how the date is used. */
  hint?: string;
}

/**
 * A date of birth in one field: telephones show digits alone for it, so they are enough, and are
 * shown as a date afterwards.
 */
export function BirthDateField({
  error,
  hint = 'Si vous êtes majeur, nous ne gardons pas la date : seulement le fait que vous l’êtes.',
  onBlur,
  onChange,
  ...rest
}: BirthDateFieldProps) {
  return (
    <Field label="Date de naissance" hint={hint} error={error} required>
      <Input
        {...rest}
        onChange={onChange}
        onBlur={(event) => {
          const date = readDate(event.target.value);
          if (date !== null) {
            event.target.value = date.split('-').reverse().join('/');
            onChange?.(event);
          }
          onBlur?.(event);
        }}
        autoComplete={rest.autoComplete ?? 'bday'}
        inputMode="numeric"
        placeholder="JJ/MM/AAAA"
        maxLength={14}
      />
    </Field>
  );
}
