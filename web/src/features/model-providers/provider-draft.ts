import type { VariablesOf } from '../../graphql.js';
import type {
  CreateCustomProviderMutation,
  CustomProvider,
  ProviderConfig,
} from './api/custom-providers.js';
import type { Sdk } from './sdks.js';

type ProviderInput = VariablesOf<typeof CreateCustomProviderMutation>['input'];
export type ApiType = 'CHAT_COMPLETIONS' | 'RESPONSES';

/** A header as typed; `key` identifies its line. */
export interface HeaderDraft {
  key: number;
  name: string;
  /** Empty to keep the stored value. */
  value: string;
}

/** The credentials as typed; empty ones keep their stored value. */
export interface CredentialsDraft {
  apiKey: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
}

/** A custom provider as typed. It has the fields of every SDK. */
export interface ProviderDraft extends CredentialsDraft {
  name: string;
  description: string;
  provider: string;
  sdk: Sdk;
  address: string;
  apiType: ApiType;
  organization: string;
  project: string;
  region: string;
  headers: HeaderDraft[];
  /** One model per line. */
  modelNames: string;
}

let lastKey = 0;

export function createHeader(name = ''): HeaderDraft {
  lastKey += 1;
  return { key: lastKey, name, value: '' };
}

/** Returns a draft of a provider to edit, or of a new one. Credentials are never known. */
export function createDraft(edited: CustomProvider | undefined): ProviderDraft {
  return {
    name: edited?.name ?? '',
    description: edited?.description ?? '',
    provider: edited?.provider ?? '',
    sdk: edited?.sdk ?? 'OPENAI',
    modelNames: edited?.modelNames.join('\n') ?? '',
    apiKey: '',
    accessKeyId: '',
    secretAccessKey: '',
    sessionToken: '',
    ...readConfig(edited?.config),
  };
}

function readConfig(config: ProviderConfig | undefined) {
  const blank = {
    address: '',
    apiType: 'CHAT_COMPLETIONS' as ApiType,
    organization: '',
    project: '',
    region: '',
    headers: [] as HeaderDraft[],
  };
  if (!config || config.__typename === 'UnparsableConfig') return blank;
  if (config.__typename === 'AWSBedrockCustomProviderConfig') {
    return { ...blank, region: config.region, address: config.endpointUrl ?? '' };
  }
  const headers = config.headers.map(({ name }) => createHeader(name));
  if (config.__typename === 'AzureOpenAICustomProviderConfig') {
    return { ...blank, headers, address: config.endpoint, apiType: config.apiType };
  }
  const address = config.baseUrl ?? '';
  if (config.__typename !== 'OpenAICustomProviderConfig') return { ...blank, headers, address };
  return {
    headers,
    address,
    apiType: config.apiType,
    organization: config.organization ?? '',
    project: config.project ?? '',
    region: '',
  };
}

/** Why credentials must be typed, or that the stored ones are kept if they are not. */
export type CredentialNeed = 'new' | 'moved' | 'kept';

/** The server keeps credentials only for the same SDK at the same address. */
export function findCredentialNeed(
  draft: ProviderDraft,
  edited: CustomProvider | undefined,
): CredentialNeed {
  const { config } = edited ?? {};
  if (!config || config.__typename === 'UnparsableConfig' || edited?.sdk !== draft.sdk) {
    return 'new';
  }
  return trimAddress(readConfig(config).address) === trimAddress(draft.address) ? 'kept' : 'moved';
}

/** Whether a header has a stored value that is kept if the field is empty. */
export function isStoredHeader(name: string, edited: CustomProvider | undefined): boolean {
  const { config } = edited ?? {};
  const wanted = name.trim().toLowerCase();
  return (
    config !== undefined &&
    'headers' in config &&
    config.headers.some((header) => header.name.toLowerCase() === wanted)
  );
}

/** Returns a draft in the format of the server. Blank credentials are left out. */
export function toProviderInput(draft: ProviderDraft): ProviderInput {
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    provider: draft.provider.trim(),
    clientConfig: toClientConfig(draft),
    modelNames: draft.modelNames
      .split('\n')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  };
}

/** Returns how to reach a provider, in the format of the server. */
export function toClientConfig(draft: ProviderDraft): ProviderInput['clientConfig'] {
  const address = read(draft.address);
  const { apiType } = draft;
  const keyed = {
    apiKey: read(draft.apiKey),
    headers: draft.headers.map(({ name, value }) => ({ name: name.trim(), value: read(value) })),
  };
  const { sdk } = draft;
  if (sdk === 'ANTHROPIC') return { anthropic: { ...keyed, baseUrl: address } };
  if (sdk === 'GOOGLE_GENAI') return { googleGenai: { ...keyed, baseUrl: address } };
  if (sdk === 'AZURE_OPENAI') {
    return { azureOpenai: { ...keyed, endpoint: address ?? '', apiType } };
  }
  if (sdk === 'OPENAI') {
    const accounts = { organization: read(draft.organization), project: read(draft.project) };
    return { openai: { ...keyed, baseUrl: address, apiType, ...accounts } };
  }
  return {
    awsBedrock: {
      region: draft.region.trim(),
      endpointUrl: address,
      accessKeyId: read(draft.accessKeyId),
      secretAccessKey: read(draft.secretAccessKey),
      sessionToken: read(draft.sessionToken),
    },
  };
}

/** The fields of the form, by the names that the server has for them. */
const FIELDS: Readonly<Record<string, string>> = {
  headers: 'headers',
  baseUrl: 'address',
  endpoint: 'address',
  endpointUrl: 'address',
  apiKey: 'apiKey',
  accessKeyId: 'accessKeyId',
  secretAccessKey: 'secretAccessKey',
  sessionToken: 'sessionToken',
  organization: 'organization',
  project: 'project',
  region: 'region',
  modelNames: 'modelNames',
  description: 'description',
  provider: 'provider',
  name: 'name',
};

/**
 * Finds the field that a server error is about, and what it says about it; undefined if the error
 * concerns the whole form. Of several violations, returns the first.
 */
export function findRefusedField(message: string): { field: string; text: string } | undefined {
  const [, path, words] = /^([\w.]+): (.*?)(?:; [\w.]+: .*)?$/s.exec(message) ?? [];
  const [, required] = /^(\w+) is required/.exec(message) ?? [];
  const named = path?.split('.').find((step) => Object.hasOwn(FIELDS, step)) ?? required;
  const field = named === undefined ? undefined : FIELDS[named];
  if (field !== undefined) return { field, text: words === undefined ? message : `${words}.` };
  if (message.startsWith('The value of the header')) return { field: 'headers', text: message };
  if (/^Model provider ".*" already exists/s.test(message)) return { field: 'name', text: message };
  return undefined;
}

function read(text: string): string | null {
  return text.trim() || null;
}

function trimAddress(address: string): string {
  return address.trim().replace(/\/+$/, '');
}
