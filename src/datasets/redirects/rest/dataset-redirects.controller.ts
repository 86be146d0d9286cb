import { Controller, Get, Param, Redirect, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/handler-access.js';
import { NotFoundPageFilter } from '../../../kernel/http/links/not-found-page.filter.js';
import { SignInFirstFilter } from '../../../kernel/http/links/sign-in-first.filter.js';
import { DatasetRedirectsService } from '../dataset-redirects.service.js';

/**
 * Links that programs print, which redirect from an author-chosen id to the page of the example.
 */
@ApiExcludeController()
@Access('VIEWER')
@UseFilters(NotFoundPageFilter, SignInFirstFilter)
@Controller('redirects/datasets')
export class DatasetRedirectsController {
  constructor(private readonly redirects: DatasetRedirectsService) {}

  @Get(':dataset_identifier/examples/:external_id')
  @Redirect()
  async example(
    @Param('dataset_identifier') identifier: string,
    @Param('external_id') externalId: string,
  ): Promise<{ url: string }> {
    return { url: await this.redirects.findExamplePath(identifier, externalId) };
  }
}
