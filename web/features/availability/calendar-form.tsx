import { type FormEvent, useState } from 'react';
import { addCalendar } from '#contracts/calendars.ts';
import { CALENDAR_PROBLEM_TEXTS, isCalendarProblem } from '#domain/availability/calendar-problems.ts';
import { availabilityKey } from '#web/features/availability/queries.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** What to say under a field: the refused address in its own words, else the field's or the command's sentence. */
function troubleOf(error: unknown): { label?: string | undefined; url?: string | undefined } {
  if (!(error instanceof CommandError)) return error === null ? {} : { url: errorText(error) };
  const { label, url } = error.fields;
  if (label !== undefined || url !== undefined) return { label, url };
  const { reason } = error.details;
  if (isCalendarProblem(reason)) return { url: CALENDAR_PROBLEM_TEXTS[reason] };
  return { url: error.code === 'already_done' ? 'Cet agenda est déjà relié.' : error.message };
}

/** Links a calendar by its secret iCal address. */
export function CalendarForm({ userId }: { userId: string }) {
  const [label, setLabel] = useState('');
  const [url, setUrl] = useState('');
  const add = useCommand(addCalendar, { changes: [availabilityKey(userId)], failed: null });
  const trouble = troubleOf(add.error);
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    if (add.error) add.reset();
  };
  const [changeLabel, changeUrl] = [change(setLabel), change(setUrl)];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.pending) return;
    add.press({ label, url }, () => {
      setLabel('');
      setUrl('');
    });
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Relier un agenda"
      className="grid items-start gap-5 sm:grid-cols-2"
    >
      <Field label="Nom" error={trouble.label} required>
        <Input
          value={label}
          maxLength={60}
          placeholder="Perso, travail…"
          onChange={({ target }) => changeLabel(target.value)}
        />
      </Field>
      <Field
        label="Adresse iCal"
        hint="Google, Apple, Outlook : « adresse secrète au format iCal »."
        error={trouble.url}
        required
      >
        <Input
          type="url"
          value={url}
          maxLength={2000}
          placeholder="https://…/basic.ics"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => changeUrl(target.value)}
        />
      </Field>
      <Button type="submit" loading={add.pending} className="justify-self-start">
        Relier l’agenda
      </Button>
    </form>
  );
}
