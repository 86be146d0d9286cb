import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { z } from 'zod';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { requireRowId, toGlobalId } from '../../../kernel/ids/global-id.js';
import { queryInt, queryText } from '../../../kernel/validation/query-fields.js';
import { UserChangesService } from '../user-changes.service.js';
import { USER_TYPE, UsersService } from '../../../users/users.service.js';
import { createUserBody, toNewUser } from './create-user.body.js';
import { OwnUserAnswer, toUserItem, UserAnswer, UserItemPage } from './user.dto.js';

/** Parameters of the list of users. */
const listUsersQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, cap: 1000 })
    .optional()
    .describe('Page size. Values above 1000 count as 1000. Defaults to 100.'),
});

/** The caller's own user, and all users for administrators. */
@ApiTags('users')
@Controller('v1')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly changes: UserChangesService,
  ) {}

  /** Returns the user who sent the request: the system user for the admin secret and system keys. */
  @Get('user')
  @Access('VIEWER', 'while the password is expired too', 'while the second factor is missing too')
  @ApiOkResponse({ type: OwnUserAnswer })
  @ApiOperation({ operationId: 'OwnUserController_get' })
  async getOwn(@Caller() caller: Identity): Promise<OwnUserAnswer> {
    const user = await this.users.findCaller(caller);
    return { data: user ? toUserItem(user) : { auth_method: 'ANONYMOUS' } };
  }

  /** Lists all users, including the system user, newest first. */
  @Get('users')
  @Access('ADMIN')
  @ApiOkResponse({ type: UserItemPage })
  @ApiInvalidRequest()
  async list(
    @Query({ schema: listUsersQuery }) { cursor, limit }: z.output<typeof listUsersQuery>,
  ): Promise<UserItemPage> {
    const page = await this.users.listPage(cursor, limit);
    return {
      data: page.rows.map(toUserItem),
      next_cursor: page.next && toGlobalId(USER_TYPE, page.next.id),
    };
  }

  /** Creates a user, who must change a local password at the first sign-in. */
  @Post('users')
  @Access('ADMIN')
  @ApiCreatedResponse({ type: UserAnswer })
  @ApiTextErrors({
    400: 'The role `SYSTEM` cannot be assigned.',
    409: 'Another user has this name, address or identity.',
  })
  @ApiInvalidRequest()
  async create(
    @Body({ schema: createUserBody }) body: z.output<typeof createUserBody>,
    @Caller() caller: Identity,
  ): Promise<UserAnswer> {
    const sendWelcomeEmail = body.send_welcome_email ?? true;
    const created = await this.changes.create(toNewUser(body), { sendWelcomeEmail }, caller);
    return { data: toUserItem(created) };
  }

  /** Deletes a user with their sessions and keys. Everything they created stays. */
  @Delete('users/:user_id')
  @HttpCode(204)
  @Access('ADMIN')
  @ApiNoContentResponse()
  @ApiTextErrors({
    403: 'You cannot delete a built-in user or yourself.',
    404: 'The user does not exist.',
    409: 'The last administrator cannot be deleted.',
    422: 'This is not the ID of a user.',
  })
  async delete(@Param('user_id') userId: string, @Caller() caller: Identity): Promise<void> {
    await this.changes.delete(requireRowId(userId, USER_TYPE), caller);
  }
}
