import { Module } from '@nestjs/common';
import { UsersModule } from '../../users/users.module.js';
import { AuditEventsQueries } from './audit-events.queries.js';
import { AuditLogController } from './rest/audit-log.controller.js';
import { AuditLogResolver } from './graphql/audit-log.resolver.js';
import { AuditExpiryService } from './audit-expiry.service.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditModule } from '../../audit/audit.module.js';

/** Reads the log. Separate from `AuditModule`, which writes it and does not depend on users. */
@Module({
  imports: [AuditModule, UsersModule],
  controllers: [AuditLogController],
  providers: [AuditExpiryService, AuditEventsQueries, AuditLogResolver, AuditLogService],
})
export class AuditLogModule {}
