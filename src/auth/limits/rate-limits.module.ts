import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimitEntity } from './rate-limit.entity.js';
import { RateLimitsService } from './rate-limits.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([RateLimitEntity])],
  providers: [RateLimitsService],
  exports: [RateLimitsService],
})
export class RateLimitsModule {}
