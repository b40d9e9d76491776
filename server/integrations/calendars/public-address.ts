import ipaddr from 'ipaddr.js';

/** Global unicast: IANA has given out no other IPv6 address yet, though ipaddr.js takes the rest for ordinary ones. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's host answers its machines here: public by its number alone. */
const AZURE_HOST = '168.63.129.16';

/**
 * True for an address on the public Internet: none of IANA's special-purpose registries (RFC 6890 and later), and none that wraps an
 * IPv4 address. Anything else, what is no address included, is false.
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
