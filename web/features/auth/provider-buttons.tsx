import { useEffect, useState } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { useExplain } from '#web/features/auth/use-explain.ts';
import { readPageConfig } from '#web/lib/page-config.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form-error.tsx';

/** The accounts of elsewhere by which one may sign in or up; nothing where there are none. */
export function ProviderButtons({ returnTo }: { returnTo: string | null }) {
  const { prepare, signInAt } = useAuth();
  const explain = useExplain();
  const [{ providers }] = useState(readPageConfig);
  const [leaving, setLeaving] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    // The browser's way back shows the page as it was left.
    const backAgain = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(null);
    window.addEventListener('pageshow', backAgain);
    return () => window.removeEventListener('pageshow', backAgain);
  }, []);
  if (providers.length === 0) return null;
  const leave = async (id: string) => {
    setLeaving(id);
    setFailure(null);
    try {
      await signInAt(id, returnTo);
    } catch (error) {
      setFailure((await explain(error)).text);
      setLeaving(null);
    }
  };
  return (
    <div className="grid gap-4">
      <p
        id="providers"
        className="flex items-center gap-4 text-small text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        ou continuer avec
      </p>
      {failure && <FormError>{failure}</FormError>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        role="group"
        aria-labelledby="providers"
        className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]"
      >
        {providers.map(({ id, label }) => (
          <Button
            key={id}
            loading={leaving === id}
            disabled={leaving !== null}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={() => void leave(id)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
