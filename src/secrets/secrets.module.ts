import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SealingModule } from './sealing.module.js';
import { SecretEntity } from './secret.entity.js';

@Module({ imports: [TypeOrmModule.forFeature([SecretEntity]), SealingModule] })
export class SecretsModule {}
