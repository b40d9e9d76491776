import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { CalendarFault } from './calendar-fault.ts';

const LONGEST_ADDRESS = 2_000;

/**
 * The address of a calendar as it may be fetched: https on its own port, a name and not a number
 * for a host, no user or password, no fragment. `webcal://` is how calendars write https. A host
 * that is a number never has a certificate worth asking for, and every odd spelling of one
 * (decimal, octal, IPv6) ends here too, since `URL` writes them all plainly.
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

/**
 * Global unicast: IANA has given out no other IPv6 address yet, though ipaddr.js takes the rest for
 * ordinary ones.
 */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's host answers its machines here: public by its number alone. */
const AZURE_HOST = '168.63.129.16';

/**
 * True for an address on the public Internet: none of IANA's special-purpose registries (RFC 6890
 * and later), and none that wraps an IPv4 address. Anything else, what is no address included, is
 * false.
 */
export function isPublicAddress(address: string): boolean {
  // A zone index (fe80::1%eth0) belongs to one link of this machine.
  if (address.includes('%')) return false;
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isV4 && !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return isV4 ? address !== AZURE_HOST : parsed.match(GLOBAL_V6);
}
