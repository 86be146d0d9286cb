import { type DynamicModule, Module } from '@nestjs/common';
import type { Env } from './env.js';

/** Injection token of the validated environment: `@Inject(ENV) env: Env`. */
export const ENV = Symbol('env');

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
