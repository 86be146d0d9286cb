import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Caller,
  type Identity,
  RequiredRole,
  WhilePasswordExpired,
} from '../../common/access/access.js';
import { OwnUserAnswer, toUserItem } from './user.dto.js';
import { UsersService } from '../users.service.js';

/** Whose credential it is that came with a request. */
@ApiTags('users')
@Controller('v1/user')
export class OwnUserController {
  constructor(private readonly users: UsersService) {}

  /** The user who asks; the system user for the admin secret and system keys. */
  @Get()
  @RequiredRole('VIEWER')
  @WhilePasswordExpired()
  @ApiOkResponse({ type: OwnUserAnswer })
  async get(@Caller() caller: Identity): Promise<OwnUserAnswer> {
    const user = await this.users.findCaller(caller);
    return { data: user ? toUserItem(user) : { auth_method: 'ANONYMOUS' } };
  }
}
