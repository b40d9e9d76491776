const PREFIX = 'whsec_';

/**
 * @param secret `v1,whsec_…`, as Standard Webhooks writes it (https://www.standardwebhooks.com)
 * @returns the key that signs
 */
export const webhookKey = (secret: string): Buffer =>
  Buffer.from(secret.slice(secret.indexOf(PREFIX) + PREFIX.length), 'base64');
