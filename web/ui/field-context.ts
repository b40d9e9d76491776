import { createContext, useContext } from 'react';

/** What a field tells the control inside it. */
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
  'aria-invalid'?: 'true' | undefined;
  'aria-required'?: 'true' | undefined;
}

/**
 * The attributes that tie a control to the `Field` around it. Outside a field it returns what it was given.
 * @param own the id and aria-describedby that the caller set itself; they are kept
 */
export function useFieldControl(own: {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
}): Wired {
  const field = useContext(FieldContext);
  if (!field) return own;
  const described = [own['aria-describedby'], field.describedBy].filter(Boolean).join(' ');
  return {
    id: own.id ?? field.id,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': field.invalid ? 'true' : undefined,
    'aria-required': field.required ? 'true' : undefined,
  };
}
