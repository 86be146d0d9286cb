import {
  type BuiltInProvider,
  BuiltInProvidersQuery,
} from '../../features/model-providers/api/built-in-providers.js';
import {
  type CustomProvider,
  CustomProvidersQuery,
} from '../../features/model-providers/api/custom-providers.js';
import { aConnection, answer } from '../answers.js';
import { ADA } from './users.js';

/** A gateway with a stored key, as administrators see it. */
export function aCustomProvider(part: Partial<CustomProvider> = {}): CustomProvider {
  return {
    id: 'provider-1',
    name: 'gateway',
    description: null,
    provider: 'Acme',
    sdk: 'OPENAI',
    modelNames: ['large', 'small'],
    updatedAt: '2026-02-03T04:05:06Z',
    user: ADA,
    config: {
      __typename: 'OpenAICustomProviderConfig',
      baseUrl: 'https://models.example.com/v1',
      apiType: 'CHAT_COMPLETIONS',
      organization: null,
      project: null,
      headers: [{ name: 'X-Team' }],
    },
    ...part,
  };
}

/** Answers with these custom providers. */
export const customListed = (...providers: CustomProvider[]) =>
  answer(CustomProvidersQuery, { generativeModelCustomProviders: aConnection(providers) });

/** Answers with these built-in providers. */
export const builtInListed = (...modelProviders: BuiltInProvider[]) =>
  answer(BuiltInProvidersQuery, { modelProviders });
