import { ApiProperty } from '@nestjs/swagger';
import {
  MODEL_PROVIDER_KEYS,
  MODEL_PROVIDERS,
  type ModelProviderKey,
} from '../../config/model-providers.js';

/** A built-in provider of models. */
export class ModelProviderItem {
  @ApiProperty({ enum: MODEL_PROVIDER_KEYS, description: 'As in versions of prompts.' })
  provider: ModelProviderKey;

  @ApiProperty({ type: String, description: 'For people.' })
  name: string;
}

export class ModelProvidersAnswer {
  @ApiProperty({ type: [ModelProviderItem] })
  data: ModelProviderItem[];
}

export function toModelProviderItem(provider: ModelProviderKey): ModelProviderItem {
  return { provider, name: MODEL_PROVIDERS[provider].name };
}
