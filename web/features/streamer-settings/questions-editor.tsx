import { Plus, Trash2 } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { MOST_INTAKE_QUESTIONS } from '#product/availability/rules/availability.ts';
import { emptyQuestion, type OfferValues } from '#web/features/streamer-settings/offer-fields.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** Up to six questions that a viewer answers before paying. */
export function QuestionsEditor({ form }: { form: UseFormReturn<OfferValues, unknown, OfferValues> }) {
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'questions',
    keyName: 'key',
  });
  const errors = form.formState.errors.questions;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-small font-medium text-soft">Questions avant la session</legend>
      {fields.length === 0 && (
        <p className="text-small text-muted">
          Aucune question. Demandez ce qui vous aide à préparer : un niveau, un lien, un objectif.
        </p>
      )}
      {fields.map((field, index) => (
        <div key={field.key} className="grid gap-1 border-l border-line pl-4">
          <div className="flex items-end gap-2">
            <Field
              label={`Question ${String(index + 1)}`}
              error={errors?.[index]?.label?.message}
              className="min-w-0 flex-1"
              required
            >
              <Input {...form.register(`questions.${index}.label`)} maxLength={160} />
            </Field>
            <Button
              tone="quiet"
              size="icon"
              aria-label={`Retirer la question ${String(index + 1)}`}
              onClick={() => remove(index)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
          <div className="flex flex-wrap gap-x-6">
            <Checkbox {...form.register(`questions.${index}.required`)} label="Réponse obligatoire" />
            <Checkbox {...form.register(`questions.${index}.long`)} label="Réponse longue" />
          </div>
        </div>
      ))}
      {fields.length < MOST_INTAKE_QUESTIONS && (
        <Button size="sm" className="justify-self-start" onClick={() => append(emptyQuestion())}>
          <Plus aria-hidden="true" />
          Ajouter une question
        </Button>
      )}
    </fieldset>
  );
}
