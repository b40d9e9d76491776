import { type ComponentProps, createContext, useContext } from 'react';

/** A field passes this to the control inside it. */
export interface FieldWiring {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

export const FieldContext = createContext<FieldWiring | null>(null);

interface Wired {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: ComponentProps<'input'>['aria-invalid'];
  'aria-required'?: 'true' | undefined;
}

/**
 * The attributes that tie a control to the `Field` around it. Outside a field it returns what it
 * was given.
 * @param own what the caller set itself; it is kept
 */
export function useFieldControl(own: Omit<Wired, 'aria-required'>): Wired {
  const field = useContext(FieldContext);
  if (!field) return own;
  const described = [own['aria-describedby'], field.describedBy].filter(Boolean).join(' ');
  return {
    id: own.id ?? field.id,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': field.invalid ? 'true' : own['aria-invalid'],
    'aria-required': field.required ? 'true' : undefined,
  };
}
