import type { ReactNode } from 'react';

/** The heading of a row, which opens it. */
export function OpenButton({
  label,
  onOpen,
  children,
}: {
  label: string;
  onOpen: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="-m-1.5 flex min-h-11 max-w-full items-center gap-3 rounded-lg p-1.5 text-left font-semibold underline-offset-4 hover:underline"
    >
      <span className="sr-only">{label} </span>
      {children}
    </button>
  );
}
