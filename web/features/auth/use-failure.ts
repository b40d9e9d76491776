import { useState } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import type { AuthFailure } from '#web/lib/auth-error.ts';

interface Attempt {
  failure: AuthFailure | null;
  /** Runs some work. @returns how it failed, or null */
  attempt: (work: () => Promise<void>) => Promise<AuthFailure | null>;
  clear: () => void;
}

/** The last attempt at something and how it failed, in words. */
export function useFailure(): Attempt {
  const { explain } = useAuth();
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  return {
    failure,
    clear: () => setFailure(null),
    async attempt(work) {
      setFailure(null);
      try {
        await work();
        return null;
      } catch (error) {
        const failed = await explain(error);
        setFailure(failed);
        return failed;
      }
    },
  };
}
