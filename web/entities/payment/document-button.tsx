import { Download } from 'lucide-react';
import { downloadDocument, type IssuedDocument, KIND_LABELS } from '#web/entities/payment/documents.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';

interface DocumentButtonProps {
  document: IssuedDocument;
  /** The button's text; by default kind and number. */
  label?: string;
  /**
   * Says its kind alone, and the number to screen readers: a column of a table is too narrow for
   * it.
   */
  short?: boolean;
}

/** Downloads one document. */
export function DocumentButton({ document, label, short = false }: DocumentButtonProps) {
  const file = useAction(downloadDocument, {
    failed: () => ({ title: 'Le document n’a pas pu être téléchargé. Réessayez dans un instant.' }),
  });
  const name = `${KIND_LABELS[document.kind]} ${document.reference}`;
  return (
    <Button
      size="sm"
      tone="quiet"
      loading={file.pending}
      onClick={() => file.press(document)}
      aria-label={label ? `${label}, ${name}` : name}
    >
      <Download aria-hidden="true" />
      {label ?? (short ? KIND_LABELS[document.kind] : name)}
    </Button>
  );
}
