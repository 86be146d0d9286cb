import { Injectable } from '@nestjs/common';
import { type BatchLoader, sortByKeys } from '../../kernel/graphql/loaders.js';
import { type Secret, toSecret } from './secret.type.js';
import { SecretsService } from '../secrets.service.js';

/** Loads secrets by key. */
@Injectable()
export class SecretsLoader implements BatchLoader<string, Secret | null> {
  constructor(private readonly secrets: SecretsService) {}

  async batch(keys: readonly string[]): Promise<(Secret | null)[]> {
    const rows = await this.secrets.findByKeys(keys);
    return sortByKeys(keys, rows.map(toSecret), ({ key }) => key);
  }
}

/** The reasons why secrets cannot be read, by key; null for readable ones. */
@Injectable()
export class SecretFaultsLoader implements BatchLoader<string, string | null> {
  constructor(private readonly secrets: SecretsService) {}

  batch(keys: readonly string[]): Promise<(string | null)[]> {
    return this.secrets.findFaults(keys);
  }
}
