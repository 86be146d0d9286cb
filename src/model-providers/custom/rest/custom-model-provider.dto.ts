import { ApiProperty } from '@nestjs/swagger';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { PROVIDER_SDKS, type ProviderSdk } from '../../../config/model-providers.js';
import {
  CUSTOM_PROVIDER_TYPE,
  type CustomModelProvider,
} from '../custom-model-providers.service.js';

/** A custom model provider in the REST API, without its connection. */
export class CustomModelProviderItem {
  /** Global ID. */
  id: string;

  /** Unique. */
  name: string;

  description: string | null;

  /** Who runs the models, in any words. */
  provider: string;

  /** The library that speaks the wire format of the provider. */
  @ApiProperty({ enum: PROVIDER_SDKS })
  sdk: ProviderSdk;

  created_at: string;

  updated_at: string;
}

/** A page of custom model providers. */
export class CustomModelProviderItemPage {
  data: CustomModelProviderItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toCustomModelProviderItem(row: CustomModelProvider): CustomModelProviderItem {
  const { id, name, description, provider, sdk, createdAt, updatedAt } = row;
  return {
    id: toGlobalId(CUSTOM_PROVIDER_TYPE, id),
    name,
    description,
    provider,
    sdk,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
