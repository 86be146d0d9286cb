import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecoveryCodeEntity } from './recovery-code.entity.js';
import { RecoveryCodesService } from './recovery-codes.service.js';

/** Recovery codes. */
@Module({
  imports: [TypeOrmModule.forFeature([RecoveryCodeEntity])],
  providers: [RecoveryCodesService],
  exports: [RecoveryCodesService],
})
export class RecoveryCodesModule {}
