/**
 * All networks that are not part of the public internet: the special-purpose registries of IANA
 * (https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry, as of 2025-10),
 * multicast, and addresses at which clouds answer every machine.
 */
export const SPECIAL_NETWORKS: readonly (readonly [network: string, purpose: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private use'],
  ['100.64.0.0/10', 'shared address space; also the metadata service of Alibaba Cloud'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'the platform of Azure'],
  ['169.254.0.0/16', 'link local; also the metadata services of clouds'],
  ['172.16.0.0/12', 'private use'],
  ['192.0.0.0/24', 'protocol assignments of the IETF; also the metadata service of Oracle Cloud'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', 'relays of 6to4'],
  ['192.168.0.0/16', 'private use'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved, and broadcast'],
  ['::/96', 'unspecified, loopback, and addresses compatible with IPv4'],
  ['::ffff:0:0:0/96', 'translated IPv4'],
  ['64:ff9b::/96', 'translation to IPv4'],
  ['64:ff9b:1::/48', 'translation to IPv4'],
  ['100::/64', 'discard'],
  ['100:0:0:1::/64', 'dummy prefix'],
  ['2001::/23', 'protocol assignments of the IETF, such as Teredo'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment routing'],
  ['fc00::/7', 'unique local'],
  ['fe80::/10', 'link local'],
  ['fec0::/10', 'site local'],
  ['ff00::/8', 'multicast'],
];

/** All that IANA has given out for the public internet over IPv6. */
export const PUBLIC_IPV6 = '2000::/3';
