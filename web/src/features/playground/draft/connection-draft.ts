import type { ModelProvider } from '../../../components/prompt-editor/providers.js';
import type { VariablesOf } from '../../../graphql.js';
import { type JsonReading, readJsonObject } from '../../../lib/json/json-text.js';
import type { ChatCompletionSubscription } from '../api/chat-completion.js';

type ChatInput = VariablesOf<typeof ChatCompletionSubscription>['input'];

/** How to reach a built-in provider, as typed. What is empty comes from the server. */
export interface ConnectionDraft {
  address: string;
  /** Of AWS Bedrock. */
  region: string;
  apiType: '' | 'CHAT_COMPLETIONS' | 'RESPONSES';
  /** Of OpenAI, as is `project`. */
  organization: string;
  project: string;
  /** A JSON object, as text. */
  headers: string;
}

export const NO_CONNECTION: ConnectionDraft = {
  address: '',
  region: '',
  apiType: '',
  organization: '',
  project: '',
  headers: '',
};

/** Whether nothing was typed. */
export function isDefaultConnection(connection: ConnectionDraft): boolean {
  return Object.values(connection).every((value: string) => value.trim() === '');
}

/** The fields that a provider has, besides its headers. */
export function listConnectionFields(
  provider: ModelProvider,
): readonly (keyof Omit<ConnectionDraft, 'headers'>)[] {
  switch (provider) {
    case 'OPENAI':
      return ['address', 'apiType', 'organization', 'project'];
    case 'AZURE_OPENAI':
      return ['address', 'apiType'];
    case 'AWS':
      return ['address', 'region'];
    case 'ANTHROPIC':
    case 'GOOGLE':
      return ['address'];
    default:
      return ['address', 'apiType'];
  }
}

/** Returns the connection in the server’s format, or an error message. */
export function readConnectionDraft(
  draft: ConnectionDraft,
  provider: ModelProvider,
): JsonReading<Pick<ChatInput, 'connectionConfig' | 'headers'>> {
  const headers = readJsonObject(draft.headers);
  if ('problem' in headers) return { problem: `Headers: ${headers.problem}` };
  const fields = listConnectionFields(provider);
  const read = (field: keyof Omit<ConnectionDraft, 'headers' | 'apiType'>) =>
    (fields.includes(field) && draft[field].trim()) || null;
  const address = read('address');
  const config = {
    [ADDRESS_FIELDS[provider] ?? 'baseUrl']: address,
    regionName: read('region'),
    openaiApiType: fields.includes('apiType') && draft.apiType !== '' ? draft.apiType : null,
    organization: read('organization'),
    project: read('project'),
  };
  const isEmpty = Object.values(config).every((value) => value === null);
  return {
    value: {
      connectionConfig: isEmpty ? null : config,
      headers: draft.headers.trim() === '' ? null : headers.value,
    },
  };
}

const ADDRESS_FIELDS: Partial<Record<ModelProvider, 'azureEndpoint' | 'endpointUrl'>> = {
  AZURE_OPENAI: 'azureEndpoint',
  AWS: 'endpointUrl',
};
