import { Download } from 'lucide-react';
import { CopiedLine } from '#web/features/stream/copied-line.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';

/** The next places as a picture, for what takes no script: a panel of Twitch, a signature, a forum. */
export function PanelSection({ handle }: { handle: string }) {
  const path = `/panel/${handle}.png`;
  return (
    <SettingsSection
      title="Image pour vos panneaux Twitch"
      description="Vos prochaines places en image, redessinée toutes les cinq minutes au plus. Twitch garde l’image que vous lui donnez : téléchargez-la de nouveau quand vos heures changent ; ailleurs, l’adresse suffit."
    >
      <img
        src={path}
        alt="Le panneau tel qu’il est maintenant : vos prochaines places et le QR code de votre lien court"
        width={320}
        height={400}
        className="rounded-lg border border-line-strong"
      />
      <div>
        <a href={path} download={`loge-${handle}.png`} className={buttonClass()}>
          <Download aria-hidden="true" />
          Télécharger l’image
        </a>
      </div>
      <CopiedLine label="Adresse de l’image" text={new URL(path, window.location.origin).href} />
    </SettingsSection>
  );
}
