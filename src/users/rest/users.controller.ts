import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type Identity, RequiredRole } from '../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../common/errors/api-errors.js';
import { requireRowId, toGlobalId } from '../../common/ids/global-id.js';
import { CreateUserDto } from './create-user.body.js';
import { ListUsersDto } from './list-users.query.js';
import { UserChangesService } from '../user-changes.service.js';
import { toUserItem, UserAnswer, UserItemPage } from './user.dto.js';
import { USER_TYPE } from '../graphql/user.type.js';
import { UsersService } from '../users.service.js';

/** Accounts, for administrators. */
@ApiTags('users')
@Controller('v1/users')
@RequiredRole('ADMIN')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly changes: UserChangesService,
  ) {}

  /** All users, the system user included, newest first, page by page. */
  @Get()
  @ApiOkResponse({ type: UserItemPage })
  @ApiInvalidRequest()
  async list(@Query() { cursor, limit }: ListUsersDto): Promise<UserItemPage> {
    const page = await this.users.page(cursor, limit);
    return {
      data: page.rows.map(toUserItem),
      next_cursor: page.next && toGlobalId(USER_TYPE, page.next.id),
    };
  }

  /** Creates a user. A local password must be changed at the first sign-in. */
  @Post()
  @ApiCreatedResponse({ type: UserAnswer })
  @ApiTextErrors({
    400: 'Nobody can be given the role `SYSTEM`.',
    409: 'The name, the address or the identity belongs to another user.',
  })
  @ApiInvalidRequest()
  async create(@Body() body: CreateUserDto, @Caller() caller: Identity): Promise<UserAnswer> {
    const { user, send_welcome_email: sendWelcomeEmail } = body;
    const created = await this.changes.create(
      {
        username: user.username,
        email: user.email,
        role: user.role,
        authMethod: user.auth_method,
        password: user.password,
        oauth2ClientId: user.oauth2_client_id,
        oauth2UserId: user.oauth2_user_id,
      },
      { sendWelcomeEmail: sendWelcomeEmail ?? true },
      caller,
    );
    return { data: toUserItem(created) };
  }

  /** Deletes a user with their sessions and keys; what they wrote stays. */
  @Delete(':user_id')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiTextErrors({
    403: 'A built-in user, or the one who asks.',
    404: 'No user has this id.',
    409: 'The last administrator.',
    422: 'Not the id of a user.',
  })
  async delete(@Param('user_id') userId: string, @Caller() caller: Identity): Promise<void> {
    await this.changes.deleteOne(requireRowId(userId, USER_TYPE), caller);
  }
}
