import { Inject, Injectable } from '@nestjs/common';
import { BadRequestError } from '../kernel/errors/errors.js';
import {
  MODEL_PROVIDERS,
  type ModelProvider,
  type ModelProviderKey,
  OTHER_NAMES,
  REGION_VARIABLE,
} from '../config/model-providers.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { SecretsService } from '../secrets/secrets.service.js';
import type { ModelConnection, OpenAIApiType } from './clients/model-connection.js';

/** The connection to a provider that a request asks for. Absent and null parts come from the server. */
export interface ConnectionWish {
  /** Credentials by the names of their variables, such as `OPENAI_API_KEY`. */
  credentials?: ReadonlyMap<string, string>;
  /** The address, or Azure's or Bedrock's endpoint. */
  address?: string | null;
  region?: string | null;
  apiType?: OpenAIApiType | null;
  organization?: string | null;
  project?: string | null;
  headers?: Record<string, string>;
}

/** A connection, and whether the operator vouches for its address. */
export interface ResolvedConnection {
  connection: ModelConnection;
  /** Addresses in the environment may be private; all others are checked. */
  isTrusted: boolean;
}

/** Stands for a key where your own server needs none. */
const NO_KEY = 'none';

const DEFAULT_REGION = 'us-east-1';

/**
 * Finds the credentials of providers: those of the request, else the stored secrets, else the
 * environment of the server.
 */
@Injectable()
export class CredentialsService {
  private readonly variables: ReadonlyMap<string, string>;

  constructor(
    private readonly secrets: SecretsService,
    @Inject(ENV) env: Env,
  ) {
    this.variables = env.modelProviders.variables;
  }

  /** Returns the variables that the provider requires and that the server does not have. */
  async listMissing(key: ModelProviderKey): Promise<string[]> {
    const provider: ModelProvider = MODEL_PROVIDERS[key];
    const { address } = await this.findAddress(provider);
    const names = needsKey(key, address)
      ? provider.credentials.filter(({ isRequired }) => isRequired).map(({ name }) => name)
      : [];
    if (needsAddress(key)) names.push(provider.addressVariable!);
    const values = await Promise.all(names.map((name) => this.read(name)));
    return names.filter((_, place) => values[place] === null);
  }

  /**
   * Builds the connection to a built-in provider.
   * @throws BadRequestError naming the credential that is missing, or if the request names an address
   * without the credentials for it: those of the server are sent only where the server says.
   */
  async connect(key: ModelProviderKey, wish: ConnectionWish = {}): Promise<ResolvedConnection> {
    const provider: ModelProvider = MODEL_PROVIDERS[key];
    const own = await this.findAddress(provider);
    const isElsewhere = wish.address != null && wish.address !== own.address;
    const read = (name: string) => this.find(name, wish, isElsewhere);
    const address = wish.address ?? own.address;
    if (address === null && needsAddress(key)) throw missing(provider, provider.addressVariable!);
    const isTrusted = !isElsewhere && own.isFromEnvironment;
    const headers = wish.headers ?? {};
    if (provider.sdk === 'aws_bedrock') {
      return { connection: await this.connectBedrock(wish, read, address), isTrusted };
    }
    const [variable] = provider.credentials;
    const value = variable ? await read(variable.name) : NO_KEY;
    const apiKey = value ?? (needsKey(key, address) ? null : NO_KEY);
    if (apiKey === null) throw missing(provider, variable!.name);
    const { organization = null, project = null } = wish;
    switch (provider.sdk) {
      case 'openai': {
        // OpenAI itself answers reasoning models better by its newer interface.
        const apiType = wish.apiType ?? (key === 'OPENAI' ? 'RESPONSES' : 'CHAT_COMPLETIONS');
        const connection = { apiKey, baseUrl: address, apiType, organization, project, headers };
        return { connection: { sdk: 'openai', ...connection }, isTrusted };
      }
      case 'azure_openai': {
        const apiType = wish.apiType ?? 'RESPONSES';
        const connection = { apiKey, endpoint: address!, apiType, headers };
        return { connection: { sdk: 'azure_openai', ...connection }, isTrusted };
      }
      default:
        return { connection: { sdk: provider.sdk, apiKey, baseUrl: address, headers }, isTrusted };
    }
  }

  private async connectBedrock(
    wish: ConnectionWish,
    read: (name: string) => Promise<string | null>,
    endpointUrl: string | null,
  ): Promise<ModelConnection> {
    const provider = MODEL_PROVIDERS.AWS;
    const accessKeyId = await read('AWS_ACCESS_KEY_ID');
    if (accessKeyId === null) throw missing(provider, 'AWS_ACCESS_KEY_ID');
    const secretAccessKey = await read('AWS_SECRET_ACCESS_KEY');
    if (secretAccessKey === null) throw missing(provider, 'AWS_SECRET_ACCESS_KEY');
    const region = wish.region ?? (await this.read(REGION_VARIABLE)) ?? DEFAULT_REGION;
    const sessionToken = await read('AWS_SESSION_TOKEN');
    return {
      sdk: 'aws_bedrock',
      region,
      endpointUrl,
      accessKeyId,
      secretAccessKey,
      sessionToken,
    };
  }

  private async findAddress({ addressVariable, baseUrl }: ModelProvider) {
    if (addressVariable === null) return { address: baseUrl, isFromEnvironment: false };
    const secret = await this.secrets.read(addressVariable);
    if (secret !== null) return { address: secret, isFromEnvironment: false };
    const variable = this.variables.get(addressVariable) ?? null;
    return { address: variable ?? baseUrl, isFromEnvironment: variable !== null };
  }

  private async find(
    name: string,
    { credentials }: ConnectionWish,
    isElsewhere: boolean,
  ): Promise<string | null> {
    const given = credentials?.get(name);
    if (given !== undefined) return given;
    return isElsewhere ? null : this.read(name);
  }

  private async read(name: string): Promise<string | null> {
    const other = OTHER_NAMES[name];
    const value = (await this.secrets.read(name)) ?? this.variables.get(name);
    if (value !== undefined) return value;
    return other === undefined ? null : this.read(other);
  }
}

/** Returns whether a provider has no address that everyone uses. */
function needsAddress(key: ModelProviderKey): boolean {
  return key === 'AZURE_OPENAI' || key === 'OLLAMA';
}

/** Returns whether a provider needs a key at an address. Your own server often needs none. */
function needsKey(key: ModelProviderKey, address: string | null): boolean {
  const isDefault = address === null || address === MODEL_PROVIDERS[key].baseUrl;
  return isDefault || key === 'AZURE_OPENAI';
}

function missing({ name }: Pick<ModelProvider, 'name'>, variable: string): BadRequestError {
  return new BadRequestError(
    `${name} needs ${variable}. Store it as a secret, or set it in the server's environment.`,
  );
}
