import { Args, Field, ID, InputType, Mutation, ObjectType, Resolver } from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import { Check, checksOf } from '../../../kernel/validation/check.js';
import { ProviderError } from '../../protocol/provider-error.contract.js';
import { ModelClientsService } from '../../model-clients.service.js';
import { CustomModelProvidersService } from '../custom-model-providers.service.js';
import {
  GenerativeModelCustomProviderConfigInput,
  toConnectionDraft,
} from './custom-provider-config.inputs.js';

const PATIENCE_MS = 20_000;

@InputType()
export class TestGenerativeModelCustomProviderCredentialsInput {
  @Field(() => GenerativeModelCustomProviderConfigInput)
  @Check(checksOf(GenerativeModelCustomProviderConfigInput)!)
  config: GenerativeModelCustomProviderConfigInput;

  @Field(() => ID, {
    nullable: true,
    description: 'A stored provider, whose credentials stand in for those that are absent.',
  })
  id?: string | null;
}

@ObjectType()
export class TestGenerativeModelCustomProviderCredentialsPayload {
  @Field(() => String, { nullable: true, description: 'Null if the provider accepts them.' })
  error: string | null;
}

@Resolver()
export class CredentialTestResolver {
  constructor(
    private readonly providers: CustomModelProvidersService,
    private readonly clients: ModelClientsService,
  ) {}

  @Mutation(() => TestGenerativeModelCustomProviderCredentialsPayload, {
    description: 'Asks a provider for its models, to find out whether it accepts the credentials.',
  })
  @Access('ADMIN', 'while storage is full too')
  async testGenerativeModelCustomProviderCredentials(
    @Args('input') { config, id }: TestGenerativeModelCustomProviderCredentialsInput,
  ): Promise<TestGenerativeModelCustomProviderCredentialsPayload> {
    const draft = toConnectionDraft(config);
    const connection = await this.providers.previewConnection(draft, id ?? null);
    try {
      const client = await this.clients.forConnection(connection);
      await client.listModels(AbortSignal.timeout(PATIENCE_MS));
      return { error: null };
    } catch (error) {
      if (error instanceof ProviderError) return { error: error.message };
      if (error instanceof Error && /Abort|Timeout/.test(error.name)) {
        return { error: `The provider did not answer within ${PATIENCE_MS / 1000} seconds.` };
      }
      throw error;
    }
  }
}
