import { CHAT_BOTS, chatCommand, chatText } from '#product/stream/rules/chat.ts';
import { CopiedLine } from '#web/features/stream/copied-line.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

/** The address that one says aloud, and what a bot answers in the chat. */
export function LinkSection({ handle }: { handle: string }) {
  const path = `/s/${handle}`;
  const link = new URL(path, window.location.origin).href;
  return (
    <SettingsSection
      title="Votre lien court"
      description={
        <>
          Vos prochaines places et vos autres pages, à une adresse qui se dit.{' '}
          <TextLink to={path} target="_blank">
            Ouvrir la page
          </TextLink>
        </>
      }
    >
      <CopiedLine label="Adresse" text={link} />
      <CopiedLine label="Texte pour le chat" text={chatText(link)} />
      {(Object.keys(CHAT_BOTS) as (keyof typeof CHAT_BOTS)[]).map((bot) => (
        <CopiedLine
          key={bot}
          label={`Commande !loge pour ${CHAT_BOTS[bot].label}`}
          text={chatCommand(bot, link)}
        />
      ))}
    </SettingsSection>
  );
}
