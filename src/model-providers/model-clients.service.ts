import { Inject, Injectable } from '@nestjs/common';
import { ForbiddenError } from '../kernel/errors/errors.js';
import {
  MODEL_PROVIDER_KEYS,
  MODEL_PROVIDERS,
  type ModelProviderKey,
} from '../config/model-providers.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import type { ModelClient } from './protocol/model-client.js';
import { createClient } from './clients/create-client.js';
import { type ConnectionWish, CredentialsService } from './credentials.service.js';
import type { ModelConnection } from './clients/model-connection.js';
import { createProviderNetwork, type ProviderNetwork } from './network/provider-network.js';

const EVERYTHING = ['0.0.0.0/0', '::/0'];

/** Creates the clients that talk to model providers. */
@Injectable()
export class ModelClientsService {
  /** The providers that the operator allows, in the order of lists. */
  readonly providerKeys: readonly ModelProviderKey[];
  private readonly guarded: ProviderNetwork;
  private readonly trusted: ProviderNetwork;

  constructor(
    private readonly credentials: CredentialsService,
    @Inject(ENV) env: Env,
  ) {
    const { allowed, privateNetworks } = env.modelProviders;
    this.providerKeys = MODEL_PROVIDER_KEYS.filter((key) => allowed?.includes(key) ?? true);
    this.guarded = createProviderNetwork(privateNetworks);
    this.trusted = createProviderNetwork(EVERYTHING);
  }

  /**
   * @throws BadRequestError if a credential is missing, ForbiddenError if the operator does not allow
   * the provider.
   */
  async forProvider(key: ModelProviderKey, wish?: ConnectionWish): Promise<ModelClient> {
    if (!this.providerKeys.includes(key)) {
      throw new ForbiddenError(`This server does not allow ${MODEL_PROVIDERS[key].name}.`);
    }
    const { connection, isTrusted } = await this.credentials.connect(key, wish);
    return createClient(connection, isTrusted ? this.trusted : this.guarded);
  }

  /** For a connection that an administrator has entered. */
  forConnection(connection: ModelConnection): Promise<ModelClient> {
    return createClient(connection, this.guarded);
  }
}
