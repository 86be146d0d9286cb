import {
  Body,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { getPublicOrigin } from '../../kernel/http/public-origin.js';
import { findRowId } from '../../kernel/ids/global-id.js';
import type { Env } from '../../config/env.js';
import {
  type AttributesQuery,
  attributesQuery,
  type ListQuery,
  listQuery,
  type ScimPage,
  searchBody,
  selectAttributes,
  toListResponse,
} from '../protocol/lists.js';
import { patchBody, type PatchOperation } from '../protocol/patch.js';
import { SCIM_PATH, SCIM_TYPE } from './media-type.js';
import type { Resource } from './resources.js';
import { ScimGuard } from './scim.guard.js';

/** The operations of SCIM on the resources of one type. IDs are row IDs; null for none. */
export interface ScimResources<Row> {
  /** Type name in the global IDs. */
  readonly type: string;
  listPage(query: ListQuery): Promise<ScimPage<Row>>;
  get(id: number | null): Promise<Row>;
  /** @param body what the client sent. */
  create(body: unknown, caller: Identity): Promise<Row>;
  /** @param body what the client sent. */
  replace(id: number | null, body: unknown, caller: Identity): Promise<Row>;
  patch(id: number | null, operations: readonly PatchOperation[], caller: Identity): Promise<Row>;
  delete(id: number | null, caller: Identity): Promise<void>;
  /** @param base URL of the SCIM endpoints. */
  toResources(rows: readonly Row[], query: AttributesQuery, base: string): Promise<Resource[]>;
  /** Whether a resource may be so large that PATCH returns it only if attributes are chosen. */
  readonly isLarge: boolean;
}

/** The routes of one type of resource (RFC 7644, 3). `ScimGuard` lets in provisioning services only. */
@ApiExcludeController()
@Access('public')
@UseGuards(ScimGuard)
export abstract class ScimResourcesController<Row> {
  protected constructor(
    private readonly env: Env,
    private readonly resources: ScimResources<Row>,
  ) {}

  @Get()
  @Header('Content-Type', SCIM_TYPE)
  async list(
    @Query({ schema: listQuery }) query: ListQuery,
    @Req() request: Request,
  ): Promise<object> {
    const page = await this.resources.listPage(query);
    const shown = await this.showAll(page.rows, query, request);
    return toListResponse(page, shown, query.startIndex);
  }

  /** Lists like GET, for filters that would make the URL too long or that logs must not contain. */
  @Post('.search')
  @HttpCode(200)
  @Header('Content-Type', SCIM_TYPE)
  search(
    @Body({ schema: searchBody }) query: z.output<typeof searchBody>,
    @Req() request: Request,
  ): Promise<object> {
    return this.list(query, request);
  }

  @Get(':id')
  @Header('Content-Type', SCIM_TYPE)
  async get(
    @Param('id') id: string,
    @Query({ schema: attributesQuery }) query: AttributesQuery,
    @Req() request: Request,
  ): Promise<object> {
    return this.show(await this.resources.get(this.toRowId(id)), query, request);
  }

  @Post()
  @Header('Content-Type', SCIM_TYPE)
  async create(
    @Body() body: unknown,
    @Query({ schema: attributesQuery }) query: AttributesQuery,
    @Caller() caller: Identity,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const resource = await this.show(await this.resources.create(body, caller), query, request);
    response.setHeader('Location', resource.meta.location);
    return resource;
  }

  @Put(':id')
  @Header('Content-Type', SCIM_TYPE)
  async replace(
    @Param('id') id: string,
    @Body() body: unknown,
    @Query({ schema: attributesQuery }) query: AttributesQuery,
    @Caller() caller: Identity,
    @Req() request: Request,
  ): Promise<object> {
    const row = await this.resources.replace(this.toRowId(id), body, caller);
    return this.show(row, query, request);
  }

  @Patch(':id')
  @Header('Content-Type', SCIM_TYPE)
  async patch(
    @Param('id') id: string,
    @Body({ schema: patchBody }) { Operations }: z.output<typeof patchBody>,
    @Query({ schema: attributesQuery }) query: AttributesQuery,
    @Caller() caller: Identity,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object | undefined> {
    const row = await this.resources.patch(this.toRowId(id), Operations, caller);
    if (query.attributes || !this.resources.isLarge) return this.show(row, query, request);
    response.status(204);
    return undefined;
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @Caller() caller: Identity): Promise<void> {
    await this.resources.delete(this.toRowId(id), caller);
  }

  private async show(row: Row, query: AttributesQuery, request: Request): Promise<Resource> {
    const [resource] = await this.showAll([row], query, request);
    return resource!;
  }

  private async showAll(
    rows: readonly Row[],
    query: AttributesQuery,
    request: Request,
  ): Promise<Resource[]> {
    const base = `${getPublicOrigin(this.env, request)}/${SCIM_PATH}`;
    const resources = await this.resources.toResources(rows, query, base);
    return resources.map((resource) => selectAttributes(resource, query));
  }

  private toRowId(id: string): number | null {
    return findRowId(id, this.resources.type);
  }
}
