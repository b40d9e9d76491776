import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Input } from '#web/ui/input.tsx';

/**
 * A password that can be shown. Give `autoComplete` ('current-password' or 'new-password') so that
 * password managers help.
 */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className={classNames('relative', className)}>
      <Input
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        className="pr-13"
      />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={shown ? 'Masquer le mot de passe' : 'Afficher le mot de passe'}
        aria-pressed={shown}
        className="absolute inset-y-0 right-0.5 grid w-11 place-items-center rounded-md text-muted hover:text-ink focus-visible:-outline-offset-4"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
