import { expect, test } from 'vitest';
import { CHAT_BOTS, chatCommand, chatText, MOST_CHAT_CHARACTERS } from './chat.ts';

test('the command of a chat fits into one message, with the longest handle and a long host', () => {
  const link = `https://${'loge.'.repeat(20)}example/s/${'a'.repeat(40)}`;
  expect(chatText(link)).toContain(link);
  for (const bot of Object.keys(CHAT_BOTS) as (keyof typeof CHAT_BOTS)[])
    expect(chatCommand(bot, link).length).toBeLessThanOrEqual(MOST_CHAT_CHARACTERS);
  expect(chatCommand('nightbot', 'https://loge.fr/s/nour')).toMatch(
    /^!addcom !loge .* https:\/\/loge\.fr\/s\/nour$/,
  );
});
