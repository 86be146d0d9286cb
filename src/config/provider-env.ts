import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import {
  MODEL_PROVIDER_KEYS,
  type ModelProviderKey,
  PROVIDER_VARIABLES,
} from './model-providers.js';
import { text } from './variables.js';

const NETWORKS = 'networks in CIDR notation separated by commas, such as 10.0.0.0/8,127.0.0.1/32';
const PROVIDERS = `names of model providers separated by commas: ${MODEL_PROVIDER_KEYS.join(', ')}`;

const list = (accepted: string) =>
  text(accepted).transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

const networks = () =>
  list(NETWORKS)
    .pipe(z.array(z.string().refine((value) => ipaddr.isValidCIDR(value), { error: NETWORKS })))
    .optional();

export const providerVariables = {
  SPANDREL_ALLOWED_PROVIDERS: list(PROVIDERS)
    .transform((names) => names.map((name) => name.toUpperCase()))
    .pipe(z.array(z.enum(MODEL_PROVIDER_KEYS, { error: PROVIDERS })))
    .optional(),
  SPANDREL_PRIVATE_PROVIDER_NETWORKS: networks(),
  SPANDREL_PRIVATE_WEBHOOK_NETWORKS: networks(),
};

type ProviderVariables = z.infer<z.ZodObject<typeof providerVariables>>;

/** Model providers, as the operator has set them up. */
export interface ProviderEnv {
  /** Keys and addresses by the providers' own names for them, such as `OPENAI_API_KEY`. */
  variables: ReadonlyMap<string, string>;
  /** Null: all. */
  allowed: readonly ModelProviderKey[] | null;
  /** Networks in CIDR notation that requests to providers may reach although they are not public. */
  privateNetworks: readonly string[];
}

/** Home, office and this machine, but no metadata services of clouds. */
const PRIVATE_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
];

/** @param isOpen whether anyone who reaches the server may use it: then only its owner does. */
export function readProviders(
  v: ProviderVariables,
  source: Record<string, string | undefined>,
  isOpen: boolean,
): ProviderEnv {
  const variables = PROVIDER_VARIABLES.flatMap((name): [string, string][] => {
    const value = source[name]?.trim();
    return value ? [[name, value]] : [];
  });
  return {
    variables: new Map(variables),
    allowed: v.SPANDREL_ALLOWED_PROVIDERS ?? null,
    privateNetworks: v.SPANDREL_PRIVATE_PROVIDER_NETWORKS ?? (isOpen ? PRIVATE_NETWORKS : []),
  };
}

/**
 * Returns the networks that webhooks may reach although they are not public.
 * @param isOpen as above.
 */
export function readWebhookNetworks(v: ProviderVariables, isOpen: boolean): readonly string[] {
  return v.SPANDREL_PRIVATE_WEBHOOK_NETWORKS ?? (isOpen ? PRIVATE_NETWORKS : []);
}
