import { isIP } from 'node:net';
import { CalendarFault } from './calendar-fault.ts';

const LONGEST_ADDRESS = 2_000;

/**
 * The address of a calendar as it may be fetched: https on its own port, a name and not a number for a host, no user or
 * password, no fragment. `webcal://` is how calendars write https. A host that is a number never has a certificate worth
 * asking for, and every odd spelling of one (decimal, octal, IPv6) ends here too, since `URL` writes them all plainly.
 * @throws CalendarFault bad_address
 */
export function readCalendarAddress(text: string, base?: URL): URL {
  const trimmed = text.trim().replace(/^webcals?:\/\//i, 'https://');
  const url = URL.parse(trimmed, base);
  if (url === null || url.href.length > LONGEST_ADDRESS) throw new CalendarFault('bad_address', 'not a URL');
  if (url.protocol !== 'https:') throw new CalendarFault('bad_address', `not https: ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new CalendarFault('bad_address', 'has credentials');
  if (url.port !== '') throw new CalendarFault('bad_address', `not port 443: ${url.port}`);
  const host = url.hostname.replace(/\.$/, '');
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) throw new CalendarFault('bad_address', 'a number for a host');
  if (!host.includes('.')) throw new CalendarFault('bad_address', 'a name of the local network');
  url.hash = '';
  return url;
}
