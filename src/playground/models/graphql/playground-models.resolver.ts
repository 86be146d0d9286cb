import { Args, Field, InputType, ObjectType, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import { MODEL_PROVIDER_KEYS, type ModelProviderKey } from '../../../config/model-providers.js';
import { GenerativeProviderKey } from '../../../models/graphql/generative-model.type.js';
import { ModelClientsService } from '../../../model-providers/model-clients.service.js';
import { PlaygroundModelsService } from '../playground-models.service.js';

@InputType()
export class ModelsInput {
  @Field(() => GenerativeProviderKey, { nullable: true, description: 'Defaults to all providers.' })
  providerKey?: GenerativeProviderKey | null;

  @Field(() => String, { nullable: true, description: 'A part of the name, in any case.' })
  modelName?: string | null;
}

@ObjectType({ description: 'A model to choose in the playground.' })
export class PlaygroundModel {
  @Field(() => String)
  name: string;

  @Field(() => GenerativeProviderKey)
  providerKey: GenerativeProviderKey;
}

@Resolver()
export class PlaygroundModelsResolver {
  constructor(
    private readonly models: PlaygroundModelsService,
    private readonly clients: ModelClientsService,
  ) {}

  @Query(() => [PlaygroundModel], {
    description:
      'The models with known prices, and those that a provider lists for the credentials of this ' +
      'server. Other models can be used, too.',
  })
  @Access('VIEWER')
  async playgroundModels(
    @Args('input', { nullable: true }) input?: ModelsInput,
  ): Promise<PlaygroundModel[]> {
    const part = input?.modelName?.toLowerCase() ?? '';
    const keys = this.listKeys(input?.providerKey ?? null);
    const names = await Promise.all(keys.map((key) => this.models.list(key)));
    return keys.flatMap((providerKey, index) =>
      names[index]!.filter((name) => name.toLowerCase().includes(part)).map((name) => ({
        name,
        providerKey,
      })),
    );
  }

  /** Providers that the operator does not allow have no models. */
  private listKeys(wanted: GenerativeProviderKey | null): readonly ModelProviderKey[] {
    const { providerKeys } = this.clients;
    if (wanted === null) return providerKeys;
    return MODEL_PROVIDER_KEYS.filter((key) => key === wanted && providerKeys.includes(key));
  }
}
