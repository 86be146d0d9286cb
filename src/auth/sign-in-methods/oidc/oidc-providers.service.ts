import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import type { OidcProviderEnv } from '../../../config/oidc-env.js';
import { readClientAssertion } from './client-assertion.js';
import { OidcRefusal, summarizeCauses } from './oidc-refusal.js';
import { connectProvider, type ProviderConnection } from './provider-connection.js';

/** How long a discovery document is used before it is read again. */
const FRESH_MS = 60 * 60 * 1000;

/** How long to wait after a failed attempt before reading it again. */
const RETRY_MS = 60 * 1000;

interface KnownConnection {
  connection: Promise<ProviderConnection>;
  since: number;
}

/** The configured providers. A provider is first contacted when a user wants to sign in there. */
@Injectable()
export class OidcProvidersService implements OnApplicationBootstrap {
  private readonly logger = new Logger('oidc');
  private readonly known = new Map<string, KnownConnection>();

  constructor(@Inject(ENV) private readonly env: Env) {}

  /** Only warns, because a missing file may appear later. */
  async onApplicationBootstrap(): Promise<void> {
    for (const { name, clientAssertion } of this.env.oidc) {
      if (!clientAssertion) continue;
      await readClientAssertion(clientAssertion.path).catch((error: unknown) => {
        this.logger.warn(
          { provider: name, file: clientAssertion.shownAs, reason: summarizeCauses(error) },
          'the client assertion cannot be read, so users cannot sign in with this provider',
        );
      });
    }
  }

  find(name: string): OidcProviderEnv | undefined {
    return this.env.oidc.find((provider) => provider.name === name);
  }

  /**
   * Returns the provider with its discovery document, which is read again after an hour. If that
   * fails, the old one stays in use.
   * @throws OidcRefusal `oauth_error` if the document could never be read.
   */
  async connect(provider: OidcProviderEnv): Promise<ProviderConnection> {
    const known = this.known.get(provider.name);
    if (known && Date.now() - known.since < FRESH_MS) return known.connection;
    const connection = this.reconnect(provider);
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

  private async reconnect(provider: OidcProviderEnv): Promise<ProviderConnection> {
    const connection = await connectProvider(provider);
    const { issuer } = connection.metadata;
    const ownDocument = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    // Accounts are identified by issuer, so no provider may claim another provider's issuer.
    const isOfAnother = this.env.oidc.some(
      ({ configUrl }) => configUrl === ownDocument && configUrl !== provider.configUrl,
    );
    if (isOfAnother) throw new OidcRefusal('oauth_error', 'issuer_of_another_provider');
    if (!connection.usesPkce) {
      this.logger.warn(
        { provider: provider.name },
        'the provider does not offer PKCE, so only state and nonce protect sign-ins',
      );
    }
    return connection;
  }
}
