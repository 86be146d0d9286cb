import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { ProviderError } from '../protocol/provider-error.contract.js';
import { AddressRule } from '../../kernel/http/address-rule.js';
import { createProviderFetch, type ProviderFetch } from './provider-fetch.js';

/** The network access of clients. Its connections are kept for further requests. */
export interface ProviderNetwork {
  rule: AddressRule;
  fetch: ProviderFetch;
  /** For the SDK that has no `fetch`. */
  agents: { httpAgent: HttpAgent; httpsAgent: HttpsAgent };
}

/** @param privateNetworks CIDR ranges that clients may reach, besides public addresses. */
export function createProviderNetwork(privateNetworks: readonly string[]): ProviderNetwork {
  const rule = new AddressRule(
    privateNetworks,
    (message) => new ProviderError(null, message),
    'SPANDREL_PRIVATE_PROVIDER_NETWORKS',
  );
  const options = { lookup: rule.lookup, keepAlive: true };
  return {
    rule,
    fetch: createProviderFetch(rule),
    agents: { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) },
  };
}
