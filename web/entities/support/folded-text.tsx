/**
 * Folds the part of a reply by mail that may be a quotation or a signature: nothing of it is lost,
 * and nobody has to read it first.
 */
export function FoldedText({ children }: { children: string }) {
  return (
    <details className="max-w-[85%] text-small">
      <summary className="flex min-h-11 cursor-pointer items-center text-muted">
        Texte cité ou signature
      </summary>
      <p dir="auto" className="rounded-lg bg-stage px-4 py-3 wrap-anywhere whitespace-pre-wrap text-soft">
        {children}
      </p>
    </details>
  );
}
