import { codeSchema } from '#web/features/auth/forms/schemas.ts';
import { useFailure } from '#web/features/auth/use-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';

interface CodeFormProps {
  /** Redeems the code; throws when it is not the right one. */
  onCode: (code: string) => Promise<void>;
}

/** The six digits of a mail, for whoever reads it on another device. */
export function CodeForm({ onCode }: CodeFormProps) {
  const { failure, attempt } = useFailure();
  const form = useSchemaForm(codeSchema, { code: '' });
  const submit = form.handleSubmit(async ({ code }) => {
    const failed = await attempt(() => onCode(code));
    if (failed) form.setFocus('code');
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {failure && <FormError>{failure.text}</FormError>}
      <Field
        label="Code reçu par e-mail"
        hint="Six chiffres, si vous lisez vos e-mails sur un autre appareil."
        error={form.formState.errors.code?.message}
      >
        <Input
          {...form.register('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="num tracking-[0.3em]"
        />
      </Field>
      <Button type="submit" loading={form.formState.isSubmitting}>
        Valider le code
      </Button>
    </form>
  );
}
