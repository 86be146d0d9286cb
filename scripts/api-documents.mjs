import { GraphQLSchemaHost } from '@nestjs/graphql';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { configure, openApiDocument } from '../dist/src/bootstrap.js';
import { createLogger } from '../dist/src/kernel/logging/logger.js';
import { readEnv } from '../dist/src/config/env.js';
import { createApp } from '../dist/src/server.js';

/** Never used to connect, because the schema comes only from decorators. */
const NO_DATABASE = 'postgresql://nobody@127.0.0.1:1/none';

const HEADING = '# Generated from the code by `npm run schema`.\n\n';

/**
 * Renders the two APIs as the built server defines them, by the name of the committed file. Needs
 * no database.
 */
export async function renderApiDocuments() {
  const env = readEnv({ SPANDREL_DATABASE_URL: NO_DATABASE, SPANDREL_GRPC_PORT: '0' });
  const log = createLogger({ level: 'critical', structured: true });
  const app = await createApp({ ...env, databaseUrl: NO_DATABASE }, log);
  try {
    configure(app, env);
    await app.init();
    const { schema } = app.get(GraphQLSchemaHost, { strict: false });
    return {
      'schema.graphql': `${HEADING}${printSchema(lexicographicSortSchema(schema))}\n`,
      'openapi.json': `${JSON.stringify(sortDocument(openApiDocument(app)), null, 2)}\n`,
    };
  } finally {
    await app.close();
  }
}

/** Sorts by path and schema name, so that the order in which modules load does not matter. */
function sortDocument({ paths, components, ...rest }) {
  const schemas = sortKeys(components?.schemas ?? {});
  return { ...rest, paths: sortKeys(paths), components: { ...components, schemas } };
}

function sortKeys(object) {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
