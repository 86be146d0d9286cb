import {
  Controller,
  Get,
  Header,
  Inject,
  Param,
  Post,
  Query,
  Req,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Access } from '../../kernel/access/handler-access.js';
import { ForbiddenError, NotFoundError, NotImplementedError } from '../../kernel/errors/errors.js';
import { getPublicOrigin } from '../../kernel/http/public-origin.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { MAX_PAGE, toListResponse } from '../protocol/lists.js';
import { describeService, listResourceTypes, listSchemas } from '../protocol/schemas.js';
import { SCIM_PATH, SCIM_TYPE } from './media-type.js';
import { ScimGuard } from './scim.guard.js';

/** The parts of SCIM that this server supports (RFC 7644, 4). */
@ApiExcludeController()
@Access('public')
@UseGuards(ScimGuard)
@Controller(SCIM_PATH)
export class ScimDiscoveryController {
  constructor(@Inject(ENV) private readonly env: Env) {}

  @Get('ServiceProviderConfig')
  @Header('Content-Type', SCIM_TYPE)
  describe(@Req() request: Request): object {
    return describeService(this.getBase(request), MAX_PAGE);
  }

  @Get('ResourceTypes')
  @Header('Content-Type', SCIM_TYPE)
  listTypes(@Req() request: Request, @Query('filter') filter?: unknown): object {
    return toCompleteList(listResourceTypes(this.getBase(request)), filter);
  }

  @Get('ResourceTypes/:id')
  @Header('Content-Type', SCIM_TYPE)
  getType(@Param('id') id: string, @Req() request: Request): object {
    return find(listResourceTypes(this.getBase(request)), id);
  }

  @Get('Schemas')
  @Header('Content-Type', SCIM_TYPE)
  listSchemas(@Req() request: Request, @Query('filter') filter?: unknown): object {
    return toCompleteList(listSchemas(this.getBase(request)), filter);
  }

  @Get('Schemas/:id')
  @Header('Content-Type', SCIM_TYPE)
  getSchema(@Param('id') id: string, @Req() request: Request): object {
    return find(listSchemas(this.getBase(request)), id);
  }

  /** Searches of all types at once, the client's own user, and several operations in one request. */
  @Get(['', 'Me'])
  refuseReading(): never {
    throw new NotImplementedError(NOT_SUPPORTED);
  }

  @Post(['.search', 'Bulk'])
  refuseWriting(): never {
    throw new NotImplementedError(NOT_SUPPORTED);
  }

  /** Nothing else, not even the web UI, which answers all other paths. Registered last. */
  @Get('*path')
  refuse(): never {
    throw new NotFoundError('SCIM endpoint not found.');
  }

  private getBase(request: Request): string {
    return `${getPublicOrigin(this.env, request)}/${SCIM_PATH}`;
  }
}

const NOT_SUPPORTED = 'This server does not support this part of SCIM.';

/** @throws ForbiddenError with a filter, as the standard asks. */
function toCompleteList(resources: { id: string }[], filter: unknown): object {
  if (filter !== undefined) throw new ForbiddenError('These resources cannot be filtered.');
  return toListResponse({ total: resources.length }, resources);
}

function find(resources: { id: string }[], id: string): object {
  const found = resources.find((resource) => resource.id === id);
  if (!found) throw new NotFoundError(`"${id.slice(0, 200)}" does not exist.`);
  return found;
}
