import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';

/** A form whose values are those of a schema. The first wrong field gets the focus when it is submitted. */
export const useSchemaForm = <Values extends FieldValues>(
  schema: z.ZodMiniType<Values, Values>,
  defaultValues: NoInfer<DefaultValues<Values>>,
): UseFormReturn<Values, unknown, Values> =>
  useForm<Values, unknown, Values>({
    resolver: standardSchemaResolver<Values, unknown, Values>(schema),
    defaultValues,
  });
