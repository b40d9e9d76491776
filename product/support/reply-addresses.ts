import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReplyAddresses } from '#product/mail/mail-kind.ts';
import { REPLY_DAYS } from './rules/support.ts';

const DAY = 86_400_000;
/**
 * Of SHA-256: with the rest it fills the 64 characters that stand before the @ (RFC 5321), in
 * hexadecimal, since some programs lower the case.
 */
const MAC_BYTES = 10;

/** @param key signs the addresses: anybody who changes it makes those of earlier mails void */
export function replyAddresses({ domain, key }: { domain: string; key: Buffer }): ReplyAddresses {
  const macOf = (threadId: string, lastDay: number, to: string): Buffer =>
    createHmac('sha256', key)
      .update(`${threadId} ${lastDay} ${to.toLowerCase()}`)
      .digest()
      .subarray(0, MAC_BYTES);
  return {
    write({ threadId, to, at }) {
      const lastDay = Math.floor(at.getTime() / DAY) + REPLY_DAYS;
      const day = lastDay.toString(16).padStart(4, '0');
      return `reply+${threadId.replaceAll('-', '')}${day}${macOf(threadId, lastDay, to).toString('hex')}@${domain}`;
    },
    read(address, now) {
      const [, local = '', host = ''] = /^reply\+([0-9a-f]{56})@([^@\s]+)$/i.exec(address.trim()) ?? [];
      if (local === '' || host.toLowerCase() !== domain) return null;
      const threadId = local
        .slice(0, 32)
        .toLowerCase()
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      const lastDay = Number.parseInt(local.slice(32, 36), 16);
      const mac = Buffer.from(local.slice(36), 'hex');
      return {
        threadId,
        expired: now.getTime() >= (lastDay + 1) * DAY,
        isFor: (to) => timingSafeEqual(mac, macOf(threadId, lastDay, to)),
      };
    },
  };
}
