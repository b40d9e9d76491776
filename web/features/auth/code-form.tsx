import { codeSchema } from '#web/features/auth/forms/schemas.ts';
import { useExplain } from '#web/features/auth/use-explain.ts';
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
  const form = useSchemaForm(
    codeSchema,
    { code: '' },
    async ({ code }) => {
      try {
        await onCode(code);
      } catch (error) {
        form.setFocus('code');
        throw error;
      }
    },
    useExplain(),
  );
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4">
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field
        label="Code reçu par e-mail"
        hint="Six chiffres, si vous lisez vos e-mails sur un autre appareil."
        error={form.errors.code?.message}
      >
        <Input
          {...form.register('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="num tracking-[0.3em]"
        />
      </Field>
      <Button type="submit" loading={form.busy}>
        Valider le code
      </Button>
    </form>
  );
}
