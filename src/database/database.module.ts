import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CountedQueries } from '../kernel/graphql/counted-queries.js';
import { createLogger } from '../kernel/logging/logger.js';
import type { Env } from '../config/env.js';
import { dataSourceOptions } from './data-source.js';
import { BackgroundLoops } from './background-loops.js';
import { DatabaseActivity } from './database-activity.js';
import { DatabaseReader, READ_REPLICA } from './database-reader.js';
import { DatabaseWriter } from './database-writer.js';
import { OpenedDatabase } from './opened-database.js';
import { ReadReplica } from './read-replica.js';

/**
 * The TypeORM data source. It is initialized only by `migrate`, so that the GraphQL schema can be
 * printed without a database, and no query runs before the tables exist.
 */
@Module({})
export class DatabaseModule implements OnModuleInit {
  constructor(private readonly dataSource: DataSource) {}

  /** Initializing the data source, which happens before, would remove its subscribers. */
  onModuleInit(): void {
    this.dataSource.subscribers.push(new CountedQueries());
  }

  static forRoot(env: Env & { databaseUrl: string }): DynamicModule {
    const log = createLogger({ level: env.logLevel, structured: env.structuredLogs });
    const settings = {
      url: env.databaseUrl,
      schema: env.databaseSchema,
      poolSize: env.databasePoolSize,
      logSqlTo: env.logSql ? log : undefined,
    };
    const { databaseReadUrl } = env;
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        BackgroundLoops,
        DatabaseActivity,
        DatabaseReader,
        DatabaseWriter,
        OpenedDatabase,
        {
          provide: READ_REPLICA,
          useFactory: (primary: DataSource) =>
            databaseReadUrl ? new ReadReplica(primary, settings, databaseReadUrl) : null,
          inject: [DataSource],
        },
      ],
      exports: [BackgroundLoops, DatabaseActivity, DatabaseReader, DatabaseWriter, OpenedDatabase],
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(settings),
          autoLoadEntities: true,
          manualInitialization: true,
        }),
      ],
    };
  }
}
