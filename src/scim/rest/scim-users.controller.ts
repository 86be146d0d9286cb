import { Controller, Inject } from '@nestjs/common';
import { readAs } from '../../kernel/validation/read-as.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { patchUser } from '../users/patch-user.js';
import { type ScimUserRow, ScimUsersService } from '../users/scim-users.service.js';
import { toUserFields, userBody } from '../users/user-fields.js';
import { SCIM_PATH } from './media-type.js';
import { toUserResource } from './resources.js';
import { type ScimResources, ScimResourcesController } from './scim-resources.controller.js';

/** Users for provisioning services. */
@Controller(`${SCIM_PATH}/Users`)
export class ScimUsersController extends ScimResourcesController<ScimUserRow> {
  constructor(@Inject(ENV) env: Env, users: ScimUsersService) {
    super(env, toResources(users));
  }
}

function toResources(users: ScimUsersService): ScimResources<ScimUserRow> {
  const readBody = (body: unknown) => readAs(userBody, body, ['body']);
  return {
    type: 'User',
    isLarge: false,
    listPage: (query) => users.listPage(query),
    get: (id) => users.get(id),
    create: (body, caller) =>
      users.create(toUserFields(readBody(body), { active: true, role: null }), caller),
    replace: async (id, body, caller) => {
      const read = readBody(body);
      return users.update(id, (current) => toUserFields(read, current), caller);
    },
    patch: (id, operations, caller) =>
      users.update(id, (current) => patchUser(current, operations), caller),
    delete: (id, caller) => users.delete(id, caller),
    toResources: async (rows, _, base) => {
      const groups = await users.listGroups(rows.map(({ id }) => id));
      const byUser = Map.groupBy(groups, ({ userId }) => userId);
      return rows.map((row) => toUserResource(row, byUser.get(row.id) ?? [], base));
    },
  };
}
