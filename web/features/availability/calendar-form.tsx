import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { addCalendar } from '#contracts/calendars.ts';
import { CALENDAR_PROBLEM_TEXTS, isCalendarProblem } from '#domain/availability/calendar-problems.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
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
export function CalendarForm({ onAdded }: { onAdded: () => Promise<unknown> }) {
  const [label, setLabel] = useState('');
  const [url, setUrl] = useState('');
  // One key for one intention: sending again after a lost answer adds nothing twice.
  const key = useRef(crypto.randomUUID());
  const add = useMutation({
    mutationFn: () => callCommand(addCalendar, { key: key.current, label, url }),
    onSuccess: async () => {
      key.current = crypto.randomUUID();
      setLabel('');
      setUrl('');
      await onAdded();
    },
  });
  const trouble = troubleOf(add.error);
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    key.current = crypto.randomUUID();
    if (add.isError) add.reset();
  };
  const [changeLabel, changeUrl] = [change(setLabel), change(setUrl)];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
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
      <Button type="submit" loading={add.isPending} className="justify-self-start">
        Relier l’agenda
      </Button>
    </form>
  );
}
