import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as lookupHost } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { PUBLIC_IPV6, SPECIAL_NETWORKS } from './special-networks.js';

type Network = ReturnType<typeof ipaddr.parseCIDR>;
type Address = ReturnType<typeof ipaddr.process>;

const SPECIAL = SPECIAL_NETWORKS.map(([network]) => ipaddr.parseCIDR(network));
const GIVEN_OUT = ipaddr.parseCIDR(PUBLIC_IPV6);

/**
 * Decides which addresses requests may reach: public ones, and those in the private networks that the
 * operator has allowed. Addresses are checked when a connection opens, so neither a redirect nor a
 * name that suddenly resolves to another address gets around it.
 */
export class AddressRule {
  private readonly networks: readonly Network[];

  /**
   * @param networks as CIDR, such as `10.0.0.0/8`.
   * @param refuse makes the error for an address that must not be reached.
   * @param variable the environment variable with these networks, for this error.
   * @param resolve looks a name up.
   */
  constructor(
    networks: readonly string[],
    private readonly refuse: (message: string) => Error,
    private readonly variable: string,
    private readonly resolve: typeof lookupHost = lookupHost,
  ) {
    this.networks = networks.map((network) => ipaddr.parseCIDR(network));
  }

  /** Throws the error of `refuse` if the host is an address that must not be reached. */
  checkHost(host: string): void {
    const address = host.replace(/^\[(.*)\]$/, '$1');
    if (isIP(address) !== 0 && !this.allows(address)) throw this.toError(address);
  }

  /** Resolves a name, and fails if one of its addresses must not be reached. */
  readonly lookup: LookupFunction = (host, options, callback) => {
    this.resolve(
      host,
      { ...options, all: true } as LookupOptions & { all: true },
      (error, found) => {
        const addresses: LookupAddress[] = error ? [] : found;
        const forbidden = addresses.find(({ address }) => !this.allows(address));
        const failure = error ?? (forbidden && this.toError(host));
        if (failure) callback(failure, '', 4);
        else if (options.all) callback(null, addresses);
        else callback(null, addresses[0]!.address, addresses[0]!.family);
      },
    );
  };

  private allows(address: string): boolean {
    const [plain] = address.split('%');
    // Unwraps IPv4 addresses inside IPv6 ones.
    const parsed = ipaddr.process(plain!);
    return isPublic(parsed) || this.networks.some((network) => isIn(parsed, network));
  }

  private toError(host: string): Error {
    return this.refuse(
      `${host} is a private address. To allow it, add its network to ${this.variable}.`,
    );
  }
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv6' && !isIn(address, GIVEN_OUT)) return false;
  return !SPECIAL.some((network) => isIn(address, network));
}

function isIn(address: Address, [network, bits]: Network): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}
