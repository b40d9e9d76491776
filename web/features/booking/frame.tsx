import type { ReactNode } from 'react';

interface FrameProps {
  children: ReactNode;
  /** « Votre place », beside what is asked; under it on a phone. */
  place: ReactNode;
}

/** What is asked on the left, what it is about on the right. */
export function Frame({ children, place }: FrameProps) {
  return (
    <div className="grid rounded-xl border border-line bg-stage lg:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="grid min-w-0 content-start gap-6 p-5 sm:p-8">{children}</div>
      <aside aria-label="Votre place" className="border-line p-5 sm:p-7 max-lg:border-t lg:border-l">
        {place}
      </aside>
    </div>
  );
}
