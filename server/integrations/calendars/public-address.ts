import { BlockList, isIP } from 'node:net';

type Block = readonly [network: string, prefix: number];

/** IANA's IPv4 special-purpose registry (RFC 6890 and later), whole: nothing in it is a calendar on the Internet. */
const CLOSED_V4: readonly Block[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT, and some clouds' metadata
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's host, public by its number alone
  ['169.254.0.0', 16], // link-local, and the metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/**
 * IPv6 is closed but for global unicast, which leaves out loopback, unspecified, ULA, link-local, multicast, IPv4-mapped and
 * NAT64 (64:ff9b::/96) at once; of global unicast, what wraps an IPv4 address or leads nowhere.
 */
const OPEN_V6: Block = ['2000::', 3];
const CLOSED_V6: readonly Block[] = [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

const closed = new BlockList();
for (const [network, prefix] of CLOSED_V4) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of CLOSED_V6) closed.addSubnet(network, prefix, 'ipv6');
const open = new BlockList();
open.addSubnet(...OPEN_V6, 'ipv6');

/** True for an address on the public Internet. Anything else, what is no address included, is false. */
export function isPublicAddress(address: string): boolean {
  // A zone index (fe80::1%eth0) belongs to one link of this machine.
  if (address.includes('%')) return false;
  const version = isIP(address);
  if (version === 4) return !closed.check(address, 'ipv4');
  return version === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
