import { Download } from 'lucide-react';
import { downloadDocument, type IssuedDocument, KIND_LABELS } from '#web/entities/payment/documents.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';

interface DocumentButtonProps {
  document: IssuedDocument;
  /** What it says; by default kind and number. */
  label?: string;
}

/** Downloads one document. */
export function DocumentButton({ document, label }: DocumentButtonProps) {
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
      {label ?? name}
    </Button>
  );
}
