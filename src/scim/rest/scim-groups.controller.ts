import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Inject,
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
import { Caller, type Identity, RequiredRole } from '../../common/access/access.js';
import { getPublicOrigin } from '../../common/http/public-origin.js';
import { findRowId } from '../../common/ids/global-id.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { groupBody, readMemberIds, toGroupFields } from '../groups/group-fields.js';
import { listGroupSteps } from '../groups/patch-group.js';
import { type ScimGroupRow, ScimGroupsService } from '../groups/scim-groups.service.js';
import {
  type AttributesQuery,
  attributesQuery,
  leavesOut,
  type ListQuery,
  listQuery,
  selectAttributes,
  toListResponse,
} from '../protocol/lists.js';
import { patchBody } from '../protocol/patch.js';
import { SCIM_PATH, SCIM_TYPE } from './media-type.js';
import { type Resource, toGroupResource } from './resources.js';
import { ScimGuard } from './scim.guard.js';

/** Groups for provisioning services. `ScimGuard` lets nobody else in. */
@ApiExcludeController()
@RequiredRole('public')
@UseGuards(ScimGuard)
@Controller(`${SCIM_PATH}/Groups`)
export class ScimGroupsController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly groups: ScimGroupsService,
  ) {}

  @Get()
  @Header('Content-Type', SCIM_TYPE)
  async list(
    @Query({ schema: listQuery }) query: ListQuery,
    @Req() request: Request,
  ): Promise<object> {
    const page = await this.groups.listPage(query);
    const resources = await this.toResources(page.rows, query, request);
    const selected = resources.map((resource) => selectAttributes(resource, query));
    return toListResponse(page, selected, query.startIndex);
  }

  @Get(':id')
  @Header('Content-Type', SCIM_TYPE)
  async get(
    @Param('id') id: string,
    @Query({ schema: attributesQuery }) query: AttributesQuery,
    @Req() request: Request,
  ): Promise<object> {
    return this.show(await this.groups.get(toRowId(id)), query, request);
  }

  @Post()
  @Header('Content-Type', SCIM_TYPE)
  async create(
    @Body({ schema: groupBody }) body: z.output<typeof groupBody>,
    @Query({ schema: attributesQuery }) query: AttributesQuery,
    @Caller() caller: Identity,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const memberIds = readMemberIds(body.members);
    const group = await this.groups.create(toGroupFields(body), memberIds, caller);
    const [resource] = await this.toResources([group], query, request);
    response.setHeader('Location', resource!.meta.location);
    return selectAttributes(resource!, query);
  }

  @Put(':id')
  @Header('Content-Type', SCIM_TYPE)
  async replace(
    @Param('id') id: string,
    @Body({ schema: groupBody }) body: z.output<typeof groupBody>,
    @Query({ schema: attributesQuery }) query: AttributesQuery,
    @Caller() caller: Identity,
    @Req() request: Request,
  ): Promise<object> {
    const memberIds = readMemberIds(body.members);
    const fields = toGroupFields(body);
    const group = await this.groups.replace(toRowId(id), fields, memberIds, caller);
    return this.show(group, query, request);
  }

  /** Responds without the group, which may have many members, unless attributes are chosen. */
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
    const group = await this.groups.apply(toRowId(id), listGroupSteps(Operations), caller);
    if (query.attributes) return this.show(group, query, request);
    response.status(204);
    return undefined;
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @Caller() caller: Identity): Promise<void> {
    await this.groups.delete(toRowId(id), caller);
  }

  private async show(row: ScimGroupRow, query: AttributesQuery, request: Request): Promise<object> {
    const [resource] = await this.toResources([row], query, request);
    return selectAttributes(resource!, query);
  }

  private async toResources(
    rows: readonly ScimGroupRow[],
    query: AttributesQuery,
    request: Request,
  ): Promise<Resource[]> {
    const base = `${getPublicOrigin(this.env, request)}/${SCIM_PATH}`;
    if (leavesOut('members', query)) return rows.map((row) => toGroupResource(row, null, base));
    const members = await this.groups.listMembers(rows.map(({ id }) => id));
    const byGroup = Map.groupBy(members, ({ groupId }) => groupId);
    return rows.map((row) => toGroupResource(row, byGroup.get(row.id) ?? [], base));
  }
}

const toRowId = (id: string): number | null => findRowId(id, 'UserGroup');
