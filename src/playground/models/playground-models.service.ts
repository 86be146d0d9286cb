import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../kernel/errors/errors.js';
import { ProviderError } from '../../model-providers/protocol/provider-error.contract.js';
import { type ModelProviderKey, nameInSpans } from '../../config/model-providers.js';
import { GenerativeModelsService } from '../../models/generative-models.service.js';
import { ModelClientsService } from '../../model-providers/model-clients.service.js';

/** People wait for the list while they type. */
const PATIENCE_MS = 3_000;
const KEPT_MS = 60_000;

/** Lists the models that a provider offers, to choose from. Other names can be used, too. */
@Injectable()
export class PlaygroundModelsService {
  private readonly logger = new Logger('playground');
  private readonly asked = new Map<ModelProviderKey, { at: number; names: Promise<string[]> }>();

  constructor(
    private readonly clients: ModelClientsService,
    private readonly models: GenerativeModelsService,
  ) {}

  /**
   * The models that this server knows the prices of, and those that the provider lists if this server
   * has credentials for it. In alphabetical order, without duplicates.
   */
  async list(key: ModelProviderKey): Promise<string[]> {
    const [priced, offered] = await Promise.all([
      this.models.listNames(nameInSpans(key)),
      this.askOnce(key),
    ]);
    return [...new Set([...priced, ...offered])].toSorted((a, b) => a.localeCompare(b, 'en'));
  }

  private askOnce(key: ModelProviderKey): Promise<string[]> {
    const known = this.asked.get(key);
    if (known && performance.now() - known.at < KEPT_MS) return known.names;
    const names = this.ask(key);
    this.asked.set(key, { at: performance.now(), names });
    return names;
  }

  /** Without credentials, or if the provider does not answer, there is nothing to add. */
  private async ask(key: ModelProviderKey): Promise<string[]> {
    try {
      const client = await this.clients.forProvider(key);
      return await client.listModels(AbortSignal.timeout(PATIENCE_MS));
    } catch (error) {
      const isExpected =
        error instanceof DomainError ||
        error instanceof ProviderError ||
        (error instanceof Error && /Abort|Timeout/.test(error.name));
      if (!isExpected) this.logger.warn({ err: error, provider: key }, 'cannot list models');
      // The next attempt may have a key.
      this.asked.delete(key);
      return [];
    }
  }
}
