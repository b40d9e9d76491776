import { type ReactNode, useId } from 'react';

/** A group of primitives on the design system's page. */
export function Showcase({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-7 border-t border-line py-10">
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** One primitive, or one state of it, under its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-3">
      <p className="text-kicker text-muted">{name}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}
