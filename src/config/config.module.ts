import { type DynamicModule, Module } from '@nestjs/common';
import { ENV } from '../kernel/environment.js';
import type { Env } from './env.js';

/** Makes the environment that `main.ts` reads available everywhere. */
@Module({})
export class ConfigModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: ENV, useValue: env }],
      exports: [ENV],
    };
  }
}
