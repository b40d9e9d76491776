import { Share2 } from 'lucide-react';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

interface ShareButtonProps {
  title: string;
  /** The canonical address of what is shared, a path. */
  path: string;
}

/** The device's own sheet where it has one, else the address in the clipboard. */
export function ShareButton({ title, path }: ShareButtonProps) {
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    if ('share' in navigator) {
      try {
        await navigator.share({ title, url });
        return;
      } catch (error) {
        // Closed without choosing: nothing more was wanted.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: 'Adresse copiée', description: url });
    } catch {
      // The browser gives the clipboard to nobody here: the address can still be read, and copied
      // by hand.
      toast({ title: 'Voici l’adresse à partager', description: url });
    }
  };
  return (
    <Button onClick={() => void share()} className="max-sm:px-3.5">
      <Share2 aria-hidden="true" />
      <span className="max-sm:sr-only">Partager</span>
    </Button>
  );
}
