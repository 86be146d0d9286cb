import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module.js';
import { UserGroupEntity, UserGroupMemberEntity } from './user-group.entity.js';
import { UserGroupsService } from './user-groups.service.js';

/** Groups of users. Has no transport. */
@Module({
  imports: [TypeOrmModule.forFeature([UserGroupEntity, UserGroupMemberEntity]), AuditModule],
  providers: [UserGroupsService],
  exports: [UserGroupsService],
})
export class UserGroupsModule {}
