import type { ReactNode } from 'react';
import { Spotlight } from '#web/ui/spotlight.tsx';

interface AuthFrameProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

/** The frame of everything about signing in: one narrow column under the light. */
export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  return (
    <div className="wrap relative">
      <Spotlight className="-inset-x-24 -top-44 h-[620px]" />
      <div className="relative mx-auto grid w-full max-w-[30rem] gap-7 pt-8 pb-16 sm:pt-14">
        <div className="grid gap-3">
          <h1 className="text-heading">{title}</h1>
          {lead && <p className="text-soft">{lead}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}
