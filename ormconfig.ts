import { DataSource } from 'typeorm';
import { readEnv } from './src/config/env.js';
import { dataSourceOptions } from './src/database/data-source.js';

const env = readEnv(process.env);
if (!env.databaseUrl) {
  throw new Error('Set SPANDREL_DATABASE_URL to the database that the TypeORM CLI should use.');
}

/** For the TypeORM CLI: `npx typeorm migration:generate -d dist/ormconfig.js …`. */
export default new DataSource({
  ...dataSourceOptions({ url: env.databaseUrl, schema: env.databaseSchema, poolSize: 2 }),
  entities: [`${import.meta.dirname}/src/**/*.entity.js`],
});
