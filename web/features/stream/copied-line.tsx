import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';

interface CopiedLineProps {
  label: string;
  text: string;
  hint?: ReactNode;
  /** It may be seen on the stream of whoever looks at this page: it is copied without being shown. */
  secret?: boolean;
  /** Several lines, such as the snippet of a page. */
  long?: boolean;
}

/** A text that is made to be pasted elsewhere. */
export function CopiedLine({ label, text, hint, secret = false, long = false }: CopiedLineProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: 'Copié' });
    } catch {
      toast({
        variant: 'destructive',
        title: 'La copie n’a pas pu se faire. Sélectionnez le texte et copiez-le.',
      });
    }
  };
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label={label} hint={hint} className="min-w-56 flex-1">
        {long ? (
          <Textarea readOnly value={text} className="font-mono" onFocus={(event) => event.target.select()} />
        ) : (
          <Input
            readOnly
            value={text}
            type={secret ? 'password' : 'text'}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <Button className="sm:mt-7" onClick={() => void copy()} aria-label={`Copier\u202f: ${label}`}>
        <Copy aria-hidden="true" />
        Copier
      </Button>
    </div>
  );
}
