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
import {
  type AttributesQuery,
  attributesQuery,
  type ListQuery,
  listQuery,
  selectAttributes,
  toListResponse,
} from '../protocol/lists.js';
import { patchBody } from '../protocol/patch.js';
import { patchUser } from '../users/patch-user.js';
import { type ScimUserRow, ScimUsersService } from '../users/scim-users.service.js';
import { toUserFields, userBody } from '../users/user-fields.js';
import { SCIM_PATH, SCIM_TYPE } from './media-type.js';
import { type Resource, toUserResource } from './resources.js';
import { ScimGuard } from './scim.guard.js';

/** Users for provisioning services. `ScimGuard` lets nobody else in. */
@ApiExcludeController()
@RequiredRole('public')
@UseGuards(ScimGuard)
@Controller(`${SCIM_PATH}/Users`)
export class ScimUsersController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly users: ScimUsersService,
  ) {}

  @Get()
  @Header('Content-Type', SCIM_TYPE)
  async list(
    @Query({ schema: listQuery }) query: ListQuery,
    @Req() request: Request,
  ): Promise<object> {
    const page = await this.users.listPage(query);
    const resources = await this.toResources(page.rows, request);
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
    return this.show(await this.users.get(toRowId(id)), query, request);
  }

  @Post()
  @Header('Content-Type', SCIM_TYPE)
  async create(
    @Body({ schema: userBody }) body: z.output<typeof userBody>,
    @Query({ schema: attributesQuery }) query: AttributesQuery,
    @Caller() caller: Identity,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const fields = toUserFields(body, { active: true, role: 'VIEWER' });
    const [resource] = await this.toResources([await this.users.create(fields, caller)], request);
    response.setHeader('Location', resource!.meta.location);
    return selectAttributes(resource!, query);
  }

  @Put(':id')
  @Header('Content-Type', SCIM_TYPE)
  async replace(
    @Param('id') id: string,
    @Body({ schema: userBody }) body: z.output<typeof userBody>,
    @Query({ schema: attributesQuery }) query: AttributesQuery,
    @Caller() caller: Identity,
    @Req() request: Request,
  ): Promise<object> {
    const change = (current: ScimUserRow) => toUserFields(body, current);
    return this.show(await this.users.update(toRowId(id), change, caller), query, request);
  }

  @Patch(':id')
  @Header('Content-Type', SCIM_TYPE)
  async patch(
    @Param('id') id: string,
    @Body({ schema: patchBody }) { Operations }: z.output<typeof patchBody>,
    @Query({ schema: attributesQuery }) query: AttributesQuery,
    @Caller() caller: Identity,
    @Req() request: Request,
  ): Promise<object> {
    const change = (current: ScimUserRow) => patchUser(current, Operations);
    return this.show(await this.users.update(toRowId(id), change, caller), query, request);
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @Caller() caller: Identity): Promise<void> {
    await this.users.delete(toRowId(id), caller);
  }

  private async show(row: ScimUserRow, query: AttributesQuery, request: Request): Promise<object> {
    const [resource] = await this.toResources([row], request);
    return selectAttributes(resource!, query);
  }

  private async toResources(rows: readonly ScimUserRow[], request: Request): Promise<Resource[]> {
    const groups = await this.users.listGroups(rows.map(({ id }) => id));
    const byUser = Map.groupBy(groups, ({ userId }) => userId);
    const base = `${getPublicOrigin(this.env, request)}/${SCIM_PATH}`;
    return rows.map((row) => toUserResource(row, byUser.get(row.id) ?? [], base));
  }
}

const toRowId = (id: string): number | null => findRowId(id, 'User');
