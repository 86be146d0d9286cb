import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Caller, type Identity, ONLY_ADMIN } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { AUTHENTICATION_OFF, NO_KEY_BY_KEY, NO_SYSTEM_USER } from '../api-key.rules.js';
import {
  CreateSystemApiKeyPayload,
  CreateUserApiKeyPayload,
  DeleteApiKeyPayload,
  SystemApiKey,
  toSystemApiKey,
  toUserApiKey,
  UserApiKey,
} from './api-key.type.js';
import { type ApiKeyDetails, ApiKeysService } from '../api-keys.service.js';
import { CreateApiKeyInput, CreateUserApiKeyInput, DeleteApiKeyInput } from './api-key.inputs.js';

/** Lists, creates, and deletes the keys of users and of the system user. */
@Resolver()
export class ApiKeysResolver {
  constructor(private readonly keys: ApiKeysService) {}

  @Query(() => [UserApiKey], { description: 'The keys of all users, newest first.' })
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN })
  async userApiKeys(): Promise<UserApiKey[]> {
    return (await this.keys.list('personal')).map(toUserApiKey);
  }

  @Query(() => [SystemApiKey], { description: 'The keys of the system user, newest first.' })
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN })
  async systemApiKeys(): Promise<SystemApiKey[]> {
    return (await this.keys.list('system')).map(toSystemApiKey);
  }

  @Mutation(() => CreateUserApiKeyPayload, { description: 'Creates a key for your account.' })
  @Access('VIEWER', {
    'with authentication only': AUTHENTICATION_OFF,
    'no API keys': NO_KEY_BY_KEY,
    'people only': NO_SYSTEM_USER,
  })
  async createUserApiKey(
    @Args('input') input: CreateUserApiKeyInput,
    @Caller() caller: Identity,
  ): Promise<CreateUserApiKeyPayload> {
    const { row, key } = await this.keys.create('personal', toDetails(input), caller);
    return { jwt: key, apiKey: toUserApiKey(row), query: {} };
  }

  @Mutation(() => CreateSystemApiKeyPayload, { description: 'Creates a key for the system user.' })
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN, 'no API keys': NO_KEY_BY_KEY })
  async createSystemApiKey(
    @Args('input') input: CreateApiKeyInput,
    @Caller() caller: Identity,
  ): Promise<CreateSystemApiKeyPayload> {
    const { row, key } = await this.keys.create('system', toDetails(input), caller);
    return { jwt: key, apiKey: toSystemApiKey(row), query: {} };
  }

  @Mutation(() => DeleteApiKeyPayload, {
    description: 'Deletes one of your keys. Administrators may delete the keys of others.',
  })
  @Access('VIEWER', { 'with authentication only': AUTHENTICATION_OFF }, 'while storage is full too')
  async deleteUserApiKey(
    @Args('input') { id }: DeleteApiKeyInput,
    @Caller() caller: Identity,
  ): Promise<DeleteApiKeyPayload> {
    await this.keys.deletePersonal(id, caller);
    return { apiKeyId: id, query: {} };
  }

  @Mutation(() => DeleteApiKeyPayload)
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN }, 'while storage is full too')
  async deleteSystemApiKey(
    @Args('input') { id }: DeleteApiKeyInput,
    @Caller() caller: Identity,
  ): Promise<DeleteApiKeyPayload> {
    await this.keys.deleteSystem(id, caller);
    return { apiKeyId: id, query: {} };
  }
}

function toDetails({ projectId, ...details }: CreateApiKeyInput): ApiKeyDetails {
  return { ...details, project: projectId };
}
