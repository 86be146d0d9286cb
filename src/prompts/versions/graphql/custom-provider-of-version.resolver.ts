import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { createLoaderById } from '../../../kernel/graphql/loaders.js';
import { CustomModelProvidersService } from '../../../model-providers/custom/custom-model-providers.service.js';
import {
  GenerativeModelCustomProvider,
  toCustomProvider,
} from '../../../model-providers/custom/graphql/custom-model-provider.type.js';
import { PromptVersion } from './prompt-version.type.js';

/** The custom provider of a version of a prompt. */
@Resolver(() => PromptVersion)
export class CustomProviderOfVersionResolver {
  private readonly byId;

  constructor(providers: CustomModelProvidersService) {
    this.byId = createLoaderById((ids) => providers.findByIds(ids), toCustomProvider);
  }

  @ResolveField(() => GenerativeModelCustomProvider, {
    nullable: true,
    description: 'Answers instead of `modelProvider`. Null for a built-in provider.',
  })
  async customProvider(
    @Parent() { customProviderRowId: id }: PromptVersion,
    @Context() { loaders }: GraphqlContext,
  ): Promise<GenerativeModelCustomProvider | null> {
    return id === null ? null : loaders.of(this.byId).load(id);
  }
}
