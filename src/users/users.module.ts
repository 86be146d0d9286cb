import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { LoginSessionsModule } from '../auth/sessions/login-sessions.module.js';
import { BuiltInUsersService } from './built-in-users.service.js';
import { PasswordsService } from './passwords.service.js';
import { UserEntity } from './user.entity.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([UserEntity]), AuditModule, LoginSessionsModule],
  providers: [UsersService, PasswordsService, BuiltInUsersService],
  exports: [UsersService, PasswordsService, BuiltInUsersService],
})
export class UsersModule {}
