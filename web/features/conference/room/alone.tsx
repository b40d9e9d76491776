import { useEffect, useState } from 'react';
import { aloneText } from './alone-text.ts';

interface AloneProps {
  /** Of everybody whom the session is with. */
  names: readonly string[];
  alone: boolean;
}

/** Whom one waits for while nobody else is there. */
export function Alone({ names, alone }: AloneProps) {
  const [met, setMet] = useState(false);
  useEffect(() => {
    if (!alone) setMet(true);
  }, [alone]);
  if (!alone) return null;
  return (
    <p role="status" className="room-note">
      {aloneText(names, met)}
    </p>
  );
}
