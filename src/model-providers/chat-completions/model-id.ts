import { parseGlobalId } from '../../kernel/ids/global-id.js';
import { MODEL_PROVIDERS, type ModelProviderKey } from '../../config/model-providers.js';
import { CUSTOM_PROVIDER_TYPE } from '../custom/custom-model-providers.service.js';

/** The provider and model that a request names. */
export type ModelId =
  | { provider: ModelProviderKey; modelName: string }
  | { customProviderId: number; modelName: string };

const CUSTOM = 'CUSTOM';

/**
 * Reads `provider:model`, or `custom:<global ID>:model`. The name of a model may have colons. Returns
 * null for anything else.
 */
export function parseModelId(text: string): ModelId | null {
  const [, prefix = '', name = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  const provider = prefix.toUpperCase();
  if (name.trim() === '') return null;
  if (provider !== CUSTOM) {
    return Object.hasOwn(MODEL_PROVIDERS, provider)
      ? { provider: provider as ModelProviderKey, modelName: name }
      : null;
  }
  const [, id = '', modelName = ''] = /^([^:]*):(.*)$/s.exec(name) ?? [];
  const parsed = parseGlobalId(id);
  if (parsed?.type !== CUSTOM_PROVIDER_TYPE || modelName.trim() === '') return null;
  return { customProviderId: parsed.id, modelName };
}
