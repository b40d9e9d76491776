import * as z from 'zod/mini';
import { addCalendar } from '#contracts/calendars.ts';
import { CALENDAR_PROBLEM_TEXTS, isCalendarProblem } from '#domain/availability/calendar-problems.ts';
import { availabilityKey } from '#web/features/availability/queries.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { commandFailure, type FormFailure, useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** The server knows what an address has to be, and says it in the words of each field. */
const schema = z.object({ label: z.string(), url: z.string() });

/** The refused address in its own words, else the field's or the command's sentence under the address. */
function explainRefusal(error: unknown): FormFailure {
  const failure = commandFailure(error);
  if (Object.keys(failure.fields ?? {}).length > 0) return failure;
  const reason = error instanceof CommandError ? error.details.reason : null;
  if (isCalendarProblem(reason)) return { ...failure, fields: { url: CALENDAR_PROBLEM_TEXTS[reason] } };
  const taken = error instanceof CommandError && error.code === 'already_done';
  return { ...failure, fields: { url: taken ? 'Cet agenda est déjà relié.' : failure.text } };
}

/** Links a calendar by its secret iCal address. */
export function CalendarForm({ userId }: { userId: string }) {
  const add = useCommand(addCalendar, { changes: [availabilityKey(userId)] });
  const { register, submit, errors, busy, reset } = useSchemaForm(
    schema,
    { label: '', url: '' },
    async (values) => {
      await add.run(values);
      reset();
    },
    explainRefusal,
  );
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Relier un agenda"
      className="grid items-start gap-5 sm:grid-cols-2"
    >
      <Field label="Nom" error={errors.label?.message} required>
        <Input {...register('label')} maxLength={60} placeholder="Perso, travail…" />
      </Field>
      <Field
        label="Adresse iCal"
        hint="Google, Apple, Outlook : « adresse secrète au format iCal »."
        error={errors.url?.message}
        required
      >
        <Input
          {...register('url')}
          type="url"
          maxLength={2000}
          placeholder="https://…/basic.ics"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" loading={busy} className="justify-self-start">
        Relier l’agenda
      </Button>
    </form>
  );
}
