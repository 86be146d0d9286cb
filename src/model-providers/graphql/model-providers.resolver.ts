import { Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access } from '../../kernel/access/handler-access.js';
import { CredentialsService } from '../credentials.service.js';
import { ModelClientsService } from '../model-clients.service.js';
import { GenerativeProvider, toGenerativeProvider } from './model-provider.type.js';

@Resolver(() => GenerativeProvider)
export class ModelProvidersResolver {
  constructor(
    private readonly clients: ModelClientsService,
    private readonly credentials: CredentialsService,
  ) {}

  @Query(() => [GenerativeProvider], {
    description: 'The built-in providers that this server allows.',
  })
  @Access('VIEWER')
  modelProviders(): GenerativeProvider[] {
    return this.clients.providerKeys.map(toGenerativeProvider);
  }

  @ResolveField(() => Boolean, {
    description: 'Whether the secrets or the environment have what the provider requires.',
  })
  async credentialsSet(@Parent() { key }: GenerativeProvider): Promise<boolean> {
    return (await this.credentials.listMissing(key)).length === 0;
  }

  @ResolveField(() => [String], {
    description: 'The required variables that neither the secrets nor the environment have.',
  })
  missingCredentials(@Parent() { key }: GenerativeProvider): Promise<string[]> {
    return this.credentials.listMissing(key);
  }
}
