import { Field, ObjectType } from '@nestjs/graphql';
import {
  MODEL_PROVIDERS,
  type ModelProvider,
  type ModelProviderKey,
} from '../../config/model-providers.js';
import { GenerativeProviderKey } from '../../models/graphql/generative-model.type.js';

@ObjectType({ description: 'A variable with a credential of a provider.' })
export class GenerativeProviderCredentialConfig {
  @Field(() => String, { description: 'The key of a secret, or a variable of the environment.' })
  envVarName: string;

  @Field(() => Boolean)
  isRequired: boolean;
}

@ObjectType({ description: 'A built-in provider of models.' })
export class GenerativeProvider {
  @Field(() => GenerativeProviderKey)
  key: ModelProviderKey;

  @Field(() => String, { description: 'For people.' })
  name: string;

  @Field(() => [String], { description: 'Always empty: nothing has to be installed.' })
  dependencies: string[];

  @Field(() => Boolean, { description: 'Always true.' })
  dependenciesInstalled: boolean;

  @Field(() => [GenerativeProviderCredentialConfig])
  credentialRequirements: GenerativeProviderCredentialConfig[];
}

export function toGenerativeProvider(key: ModelProviderKey): GenerativeProvider {
  const { name, credentials }: ModelProvider = MODEL_PROVIDERS[key];
  return {
    key,
    name,
    dependencies: [],
    dependenciesInstalled: true,
    credentialRequirements: credentials.map(({ name: envVarName, isRequired }) => ({
      envVarName,
      isRequired,
    })),
  };
}
