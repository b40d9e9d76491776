import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type FormEvent, useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { isBelowAal2, withFactor } from '#web/lib/second-factor.ts';
import { stays } from '#web/lib/stays.ts';

/** The error shown for a form that could not be sent. */
export interface FormFailure {
  /** Above the form, unless it is about fields. */
  text: string;
  /** Name of a field -> what is wrong with it. */
  fields?: Readonly<Record<string, string>>;
}

interface SchemaForm<Values extends FieldValues, Failure extends FormFailure>
  extends UseFormReturn<Values, unknown, Values> {
  /**
   * For `onSubmit`: checks the values, sends them once at a time and shows failures; what was typed
   * stays.
   */
  submit: (event: FormEvent) => void;
  errors: UseFormReturn<Values>['formState']['errors'];
  busy: boolean;
  /** Why the last attempt failed, when it was about no field. */
  failure: Failure | null;
  /** Takes back what `failure` says. */
  clearFailure: () => void;
  /**
   * Does something else with what is typed, and says why it failed as the form does.
   * @returns whether it was done
   */
  attempt: (work: () => Promise<unknown>) => Promise<boolean>;
}

type Schema<Values> = z.ZodMiniType<Values, Values>;

/**
 * A form whose values are those of a schema. The first wrong field gets the focus, whether the
 * schema or the server found it.
 * @param schema or how it is fetched, where a page is not to wait for what checks it: that happens
 *   once somebody stays, and at the latest as they send it
 * @param send does it, with the values as the schema left them; throws when it was refused
 * @param explain what to say of what `send` threw; of a command's refusal `commandFailure`
 */
export function useSchemaForm<Values extends FieldValues, Failure extends FormFailure = FormFailure>(
  schema: Schema<Values> | (() => Promise<Schema<Values>>),
  defaultValues: NoInfer<DefaultValues<Values>>,
  send: (values: NoInfer<Values>) => Promise<unknown>,
  explain: (error: unknown) => Failure | Promise<Failure>,
): SchemaForm<Values, Failure> {
  const [failure, setFailure] = useState<Failure | null>(null);
  const resolver: Resolver<Values, unknown, Values> = async (...given) => {
    try {
      const known = typeof schema === 'function' ? await schema() : schema;
      return await standardSchemaResolver<Values, unknown, Values>(known)(...given);
    } catch (error) {
      // A form that could not be checked is not sent.
      setFailure(await explain(error));
      return { values: {}, errors: { root: { type: 'unchecked' } } as FieldErrors<Values> };
    }
  };
  const form = useForm<Values, unknown, Values>({ resolver, defaultValues });
  useEffect(() => {
    if (typeof schema !== 'function') return;
    const left = new AbortController();
    stays(left.signal)
      .then(schema)
      .catch((error: unknown) => console.warn('Not fetched ahead', error));
    return () => left.abort();
  }, [schema]);
  const { errors, isSubmitting } = form.formState;
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setFailure(null);
    try {
      await withFactor(work, isBelowAal2);
      return true;
    } catch (error) {
      const explained = await explain(error);
      const named = Object.entries(explained.fields ?? {}).filter(([name]) => name in form.getValues());
      for (const [index, [name, message]] of named.entries()) {
        // One of the form's own fields, as the line above has it.
        form.setError(name as Path<Values>, { message }, { shouldFocus: index === 0 });
      }
      if (named.length === 0) setFailure(explained);
      return false;
    }
  };
  const sendChecked = form.handleSubmit(async (values) => {
    await attempt(() => send(values));
  });
  return {
    ...form,
    submit: (event) => {
      event.preventDefault();
      if (!isSubmitting) void sendChecked(event);
    },
    errors,
    busy: isSubmitting,
    failure,
    clearFailure: () => setFailure(null),
    attempt,
  };
}
