import { Controller, Inject } from '@nestjs/common';
import { readAs } from '../../kernel/validation/read-as.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { groupBody, readMemberIds, toGroupFields } from '../groups/group-fields.js';
import { listGroupSteps } from '../groups/patch-group.js';
import { type ScimGroupRow, ScimGroupsService } from '../groups/scim-groups.service.js';
import { leavesOut } from '../protocol/lists.js';
import { SCIM_PATH } from './media-type.js';
import { toGroupResource } from './resources.js';
import { type ScimResources, ScimResourcesController } from './scim-resources.controller.js';

/** Groups for provisioning services. */
@Controller(`${SCIM_PATH}/Groups`)
export class ScimGroupsController extends ScimResourcesController<ScimGroupRow> {
  constructor(@Inject(ENV) env: Env, groups: ScimGroupsService) {
    super(env, toResources(groups));
  }
}

function toResources(groups: ScimGroupsService): ScimResources<ScimGroupRow> {
  const readBody = (body: unknown) => {
    const read = readAs(groupBody, body, ['body']);
    return { fields: toGroupFields(read), memberIds: readMemberIds(read.members) };
  };
  return {
    type: 'UserGroup',
    isLarge: true,
    listPage: (query) => groups.listPage(query),
    get: (id) => groups.get(id),
    create: async (body, caller) => {
      const { fields, memberIds } = readBody(body);
      return groups.create(fields, memberIds, caller);
    },
    replace: async (id, body, caller) => {
      const { fields, memberIds } = readBody(body);
      return groups.replace(id, fields, memberIds, caller);
    },
    patch: async (id, operations, caller) => groups.apply(id, listGroupSteps(operations), caller),
    delete: (id, caller) => groups.delete(id, caller),
    toResources: async (rows, query, base) => {
      if (leavesOut('members', query)) return rows.map((row) => toGroupResource(row, null, base));
      const members = await groups.listMembers(rows.map(({ id }) => id));
      const byGroup = Map.groupBy(members, ({ groupId }) => groupId);
      return rows.map((row) => toGroupResource(row, byGroup.get(row.id) ?? [], base));
    },
  };
}
