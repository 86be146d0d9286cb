import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import type { OidcProviderEnv } from '../../config/oidc-env.js';
import { readClientAssertion } from './client-assertion.js';
import { OidcRefusal, technicalReason } from './oidc-refusal.js';
import { connectProvider, type ProviderConnection } from './provider-connection.js';
import { factsOf, type ProviderFact } from './provider-facts.js';

/** A provider as administrators see it; nothing in it is a secret. */
export interface DescribedProvider {
  name: string;
  displayName: string;
  facts: ProviderFact[];
}

/** How long a discovery document is relied on. */
const FRESH_MS = 60 * 60 * 1000;

/** How long an old one is used before it is asked for again in vain. */
const RETRY_MS = 60 * 1000;

interface KnownConnection {
  connection: Promise<ProviderConnection>;
  since: number;
}

/** The configured providers. A provider is first talked to when somebody wants to sign in there. */
@Injectable()
export class OidcProvidersService implements OnApplicationBootstrap {
  private readonly logger = new Logger('oidc');
  private readonly known = new Map<string, KnownConnection>();

  constructor(@Inject(ENV) private readonly env: Env) {}

  /** A file that is missing now may be there in time. */
  async onApplicationBootstrap(): Promise<void> {
    for (const { name, clientAssertion } of this.env.oidc) {
      if (!clientAssertion) continue;
      await readClientAssertion(clientAssertion.path).catch((error: unknown) => {
        this.logger.warn(
          { provider: name, file: clientAssertion.shownAs, reason: technicalReason(error) },
          'the client assertion cannot be read; nobody can sign in there until it can',
        );
      });
    }
  }

  find(name: string): OidcProviderEnv | undefined {
    return this.env.oidc.find((provider) => provider.name === name);
  }

  /** Every provider with what is configured, for the overview of ways to sign in. */
  describe(): DescribedProvider[] {
    return this.env.oidc.map((provider) => ({
      name: provider.name,
      displayName: provider.displayName,
      facts: factsOf(provider),
    }));
  }

  /**
   * The provider with its discovery document, which is read again after an hour. While it cannot be,
   * the old one is used on.
   * @throws OidcRefusal `oauth_error` when it was never read.
   */
  async connect(provider: OidcProviderEnv): Promise<ProviderConnection> {
    const known = this.known.get(provider.name);
    if (known && Date.now() - known.since < FRESH_MS) return known.connection;
    const connection = this.connectAnew(provider);
    const kept = { connection, since: Date.now() };
    this.known.set(provider.name, kept);
    try {
      return await connection;
    } catch (error) {
      if (this.known.get(provider.name) === kept) {
        if (known)
          this.known.set(provider.name, { ...known, since: kept.since - FRESH_MS + RETRY_MS });
        else this.known.delete(provider.name);
      }
      if (known) return known.connection;
      throw error;
    }
  }

  private async connectAnew(provider: OidcProviderEnv): Promise<ProviderConnection> {
    const connection = await connectProvider(provider);
    const { issuer } = connection.metadata;
    const ownDocument = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    // People are known by the issuer: a provider must not speak in the name of another one.
    const isOfAnother = this.env.oidc.some(
      ({ configUrl }) => configUrl === ownDocument && configUrl !== provider.configUrl,
    );
    if (isOfAnother) throw new OidcRefusal('oauth_error', 'issuer_of_another_provider');
    if (!connection.usesPkce) {
      this.logger.warn(
        { provider: provider.name },
        'the provider does not offer PKCE; sign-ins there rely on state and nonce alone',
      );
    }
    return connection;
  }
}
