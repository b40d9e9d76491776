/** The longest message that Twitch's chat takes. */
export const MOST_CHAT_CHARACTERS = 500;

/** The answer of a streamer's bot in the chat. @param link the short address */
export const chatText = (link: string): string =>
  `Envie d’une session en tête à tête avec moi\u202f? Choisissez votre heure\u202f: ${link}`;

/** The bots that most streamers have, and how each is taught a command in the chat itself. */
export const CHAT_BOTS = {
  nightbot: { label: 'Nightbot', add: '!addcom' },
  streamelements: { label: 'StreamElements', add: '!command add' },
} as const;

/** The line that teaches a bot the command « !loge ». */
export const chatCommand = (bot: keyof typeof CHAT_BOTS, link: string): string =>
  `${CHAT_BOTS[bot].add} !loge ${chatText(link)}`;
