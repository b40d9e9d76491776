import type { z } from 'zod';
import { environment, SETTING_GROUPS } from '../../server/settings-environment.ts';

/** The page of all settings, generated like the schema: nothing of it is written twice. */
export const SETTINGS_PAGE = 'docs/settings.md';

const INTRODUCTION = `# Settings

Generated from \`server/settings-environment.ts\` by \`npm run schema\`.

Settings come from the environment. Each has a default that suits one machine. A wrong value stops the start with the list of all
that is wrong. Times are in seconds and sizes in bytes. \`NODE_ENV=production\` refuses made-up secrets, the demonstration, sandbox
payments and mail without a server.
`;

/** Their names are made of the provider's, so they stand in no group. */
const PROVIDERS = `## Other accounts as ways in

Each provider wants the return address \`PUBLIC_URL/auth/v1/callback\`.

| setting | meaning |
|---|---|
| \`AUTH_TWITCH_CLIENT_ID\`, \`AUTH_TWITCH_SECRET\`; likewise \`GOOGLE\`, \`DISCORD\`, \`GITHUB\`, \`APPLE\` | signing in with that account. More client ids, after a comma, are those of mobile applications. Twitch’s client also asks which channels are live: Twitch tells \`PUBLIC_URL/webhooks/twitch\` where that is https on its own port, else it is asked each minute |
| \`AUTH_APPLE_TEAM_ID\`, \`AUTH_APPLE_KEY_ID\` | Apple’s; its \`SECRET\` is the private key |
| \`AUTH_<NAME>_URL\` | where a provider answers when not at its usual address |
| \`AUTH_OIDC_<NAME>_ISSUER\`, \`_CLIENT_ID\`, \`_SECRET\`, \`_LABEL\` | any OpenID Connect provider, which becomes \`custom:<name>\` |
`;

const DEFAULT_IN_WORDS = /\s*Default(?<where> with [^:]+)?: (?<value>.+)$/;

/**
 * @returns meaning and default of a setting; a default that depends on others stands in its words
 */
function rowOf(name: string, said: string, usual: unknown): string {
  const inWords = DEFAULT_IN_WORDS.exec(said);
  const meaning = said.replace(DEFAULT_IN_WORDS, '').replace(/\.$/, '');
  const isInWords = usual === undefined || Array.isArray(usual);
  const own = isInWords ? null : `\`${String(usual)}\``;
  const told = inWords?.groups?.value ?? null;
  const where = inWords?.groups?.where ?? '';
  const value = [own, told === null ? null : `${told}${where}`].filter((each) => each !== null).join('; ');
  return `| \`${name}\` | ${value === '' ? 'none' : value} | ${meaning} |`;
}

/** @throws Error naming a setting that has no meaning */
export function renderSettings(): string {
  const usual: Record<string, unknown> = environment.parse({});
  const groups = Object.entries(SETTING_GROUPS).map(([title, group]) => {
    const rows = Object.entries<z.ZodType>(group).map(([name, { description }]) => {
      if (description === undefined)
        throw new Error(`${name} has no description in server/settings-environment.ts`);
      return rowOf(name, description, usual[name]);
    });
    return [`## ${title}`, '', '| setting | default | meaning |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return [INTRODUCTION, ...groups, PROVIDERS].join('\n');
}
