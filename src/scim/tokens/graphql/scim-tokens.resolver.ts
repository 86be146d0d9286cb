import { Args, Field, ID, InputType, Mutation, Query, Resolver } from '@nestjs/graphql';
import {
  Caller,
  type Identity,
  ONLY_ADMIN,
  refuseApplications,
} from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { SCIM_TOKEN_TYPE, ScimTokensService } from '../scim-tokens.service.js';
import {
  CreateScimTokenPayload,
  DeleteScimTokenPayload,
  ScimToken,
  toScimToken,
} from './scim-token.type.js';
import { Check } from '../../../kernel/validation/check.js';
import { trimmedName } from '../../../kernel/validation/json-fields.js';

@InputType()
export class CreateScimTokenInput {
  @Field(() => String, { description: 'Names the service that uses it.' })
  @Check(trimmedName())
  name: string;
}

@InputType()
export class DeleteScimTokenInput {
  @Field(() => ID)
  id: string;
}

/** Tokens for SCIM, which administrators create and delete. */
@Resolver()
@Access('ADMIN', { 'with authentication only': ONLY_ADMIN })
export class ScimTokensResolver {
  constructor(private readonly tokens: ScimTokensService) {}

  @Query(() => [ScimToken], { description: 'The tokens of provisioning services, newest first.' })
  async scimTokens(): Promise<ScimToken[]> {
    return (await this.tokens.list()).map(toScimToken);
  }

  @Mutation(() => CreateScimTokenPayload)
  @Access({ 'no API keys': 'API keys cannot create other credentials.' })
  async createScimToken(
    @Args('input') { name }: CreateScimTokenInput,
    @Caller() caller: Identity,
  ): Promise<CreateScimTokenPayload> {
    refuseApplications(caller);
    const { token, entity } = await this.tokens.create(name, caller);
    return { token, scimToken: toScimToken(entity), query: {} };
  }

  @Mutation(() => DeleteScimTokenPayload)
  @Access('while storage is full too')
  async deleteScimToken(
    @Args('input') { id }: DeleteScimTokenInput,
    @Caller() caller: Identity,
  ): Promise<DeleteScimTokenPayload> {
    await this.tokens.delete(requireRowId(id, SCIM_TOKEN_TYPE), caller);
    return { scimTokenId: id, query: {} };
  }
}
