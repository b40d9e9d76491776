import { type ReactNode, useEffect, useRef } from 'react';

interface StepTitleProps {
  children: ReactNode;
  lead?: ReactNode;
}

/** The head of a step. It takes the focus as the step appears, so that keyboard and screen reader go on from there. */
export function StepTitle({ children, lead }: StepTitleProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <div className="grid gap-2">
      <h2 ref={title} tabIndex={-1} className="text-date outline-none">
        {children}
      </h2>
      {lead && <div className="max-w-[60ch] text-soft">{lead}</div>}
    </div>
  );
}
