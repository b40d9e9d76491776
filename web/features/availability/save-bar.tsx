import type { HoursDraft } from '#web/features/availability/use-hours-draft.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';

/** What a refusal says: the sentence of each wrong field when there are some. */
function refusalText(error: unknown): string {
  const fields = error instanceof CommandError ? [...new Set(Object.values(error.fields))] : [];
  return fields.length > 0 ? fields.join(' ') : errorText(error);
}

/** Stays in sight while hours are edited: what to do with them. */
export function SaveBar({ draft }: { draft: HoursDraft }) {
  if (!draft.dirty) return null;
  return (
    <section
      aria-label="Modifications non enregistrées"
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mt-6 grid animate-rise gap-3 rounded-lg border border-line-strong bg-raised p-4 lg:bottom-5"
    >
      {draft.changedElsewhere && (
        <div role="alert" className="grid gap-3 border-b border-line pb-4">
          <p className="text-small">
            <b className="font-semibold">Vos horaires ont été enregistrés ailleurs entre-temps</b>, dans un
            autre onglet ou sur un autre appareil. Rien n’a été écrasé.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button size="sm" onClick={draft.reset}>
              Prendre ceux qui sont enregistrés
            </Button>
            <Button size="sm" tone="quiet" onClick={draft.keep}>
              Garder les miens
            </Button>
          </div>
        </div>
      )}
      {/* Stays where it is when the choice above appears: a click meant for one must not land on the other. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p aria-live="polite" className="flex-1 basis-44 text-small text-soft">
          {draft.error ? (
            <span role="alert" className="text-live">
              {refusalText(draft.error)}
            </span>
          ) : (
            'Pas encore enregistré. Vos viewers voient toujours les anciens horaires.'
          )}
        </p>
        <div className="flex flex-1 gap-3 sm:flex-none">
          <Button tone="quiet" onClick={draft.reset} disabled={draft.saving}>
            Annuler
          </Button>
          <Button
            tone="spot"
            onClick={draft.save}
            loading={draft.saving}
            disabled={draft.changedElsewhere}
            className="flex-1 sm:flex-none"
          >
            Enregistrer
          </Button>
        </div>
      </div>
    </section>
  );
}
