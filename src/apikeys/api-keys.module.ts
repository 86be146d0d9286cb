import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeyAuthenticationService } from './api-key-authentication.service.js';
import { ApiKeyEntity } from './api-key.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKeyEntity])],
  providers: [ApiKeyAuthenticationService],
  exports: [ApiKeyAuthenticationService],
})
export class ApiKeysModule {}
