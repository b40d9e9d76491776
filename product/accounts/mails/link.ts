import { frenchDuration } from '#product/mail/french.ts';

/** The sentence that mails with a link of auth have in common. */
export const once = (validitySeconds: number): string =>
  `Ce lien est valable ${frenchDuration(validitySeconds)} et ne sert qu’une fois.`;

export const sampleLink = 'https://loge.test/auth/callback?token_hash=abc&type=signup';
