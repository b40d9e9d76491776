import { CircleCheck, CircleSlash } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

/** How the payer came back from the provider's page; null when they did not come from there. */
export type CameBack = 'done' | 'left';
export const cameBack = (search: URLSearchParams): CameBack | null => {
  const how = search.get('extension');
  return how === 'done' || how === 'left' ? how : null;
};

const WORDS: Readonly<Record<CameBack, { title: string; text: string }>> = {
  done: {
    title: 'C’est payé de votre côté',
    text: 'La session est prolongée dans la loge, restée ouverte dans son onglet. Fermez celui-ci et retournez-y.',
  },
  left: {
    title: 'La prolongation n’est pas payée',
    text: 'Rien n’est débité. La loge est restée ouverte dans son onglet : vous pouvez y reprendre le paiement, ou y renoncer.',
  },
};

/**
 * The page to which the provider's leads back: a second tab, beside the room that is still open in
 * the first.
 */
export function ExtensionReturn({ how, roomId }: { how: CameBack; roomId: string }) {
  const { title, text } = WORDS[how];
  const [stays, setStays] = useState(false);
  const Icon = how === 'done' ? CircleCheck : CircleSlash;
  return (
    <div className="wrap grid flex-1 content-center justify-items-center gap-4 py-16 text-center">
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-full bg-wash text-soft [&_svg]:size-7"
      >
        <Icon />
      </span>
      <h1 className="text-heading">{title}</h1>
      <p className="max-w-[52ch] text-soft">{text}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button
          tone="spot"
          onClick={() => {
            window.close();
            // The tab is still open: a page may close only tabs that a page opened.
            setStays(true);
          }}
        >
          Fermer cet onglet
        </Button>
        <ButtonLink to={`/conference/room/${roomId}`} tone="quiet">
          Ouvrir la loge ici
        </ButtonLink>
      </div>
      <p role="status" className="text-small text-soft">
        {stays ? 'Votre navigateur garde cet onglet ouvert : fermez-le vous-même.' : ''}
      </p>
    </div>
  );
}
