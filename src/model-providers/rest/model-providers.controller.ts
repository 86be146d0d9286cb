import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../../kernel/access/handler-access.js';
import { ModelClientsService } from '../model-clients.service.js';
import { ModelProvidersAnswer, toModelProviderItem } from './model-provider.dto.js';

/** The built-in providers of models. */
@ApiTags('model providers')
@Controller('v1/model_providers')
export class ModelProvidersController {
  constructor(private readonly clients: ModelClientsService) {}

  /** Lists the providers that this server allows. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: ModelProvidersAnswer })
  list(): ModelProvidersAnswer {
    return { data: this.clients.providerKeys.map(toModelProviderItem) };
  }
}
