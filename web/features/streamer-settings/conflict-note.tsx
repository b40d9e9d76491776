import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form-error.tsx';

interface ConflictNoteProps {
  what: string;
  /** Loads the saved values and drops the typed ones. */
  onTake: () => void;
  /** Keeps the typed text; the next save overwrites the saved one. */
  onKeep: () => void;
}

/**
 * Another tab has saved meanwhile: nothing was overwritten, and the person decides which version
 * stays.
 */
export const ConflictNote = ({ what, onTake, onKeep }: ConflictNoteProps) => (
  <FormError
    action={
      <span className="flex flex-wrap gap-3">
        <Button size="sm" onClick={onTake}>
          Prendre ce qui est enregistré
        </Button>
        <Button size="sm" tone="quiet" onClick={onKeep}>
          Garder ma version
        </Button>
      </span>
    }
  >
    <b className="font-semibold">{what}</b>, dans un autre onglet ou sur un autre appareil. Rien n’a été
    écrasé.
  </FormError>
);
