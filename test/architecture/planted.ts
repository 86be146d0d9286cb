/** A file that violates one rule, with the files it needs. */
export interface Planted {
  rule: string;
  /** The import that must be reported; `to` is the end of the path. */
  from: string;
  to: string;
  /** Import statements by path. Files that import nothing can be left out. */
  files: Record<string, string>;
}

const plant = (rule: string, from: string, to: string, line: string): Planted => ({
  rule,
  from,
  to,
  files: { [from]: line },
});

/** At least one violation of every rule in `.dependency-cruiser.mjs`. */
export const PLANTED: Planted[] = [
  {
    rule: 'no-cycles',
    from: 'src/one/left.ts',
    to: 'src/one/right.ts',
    files: {
      'src/one/left.ts': "import './right.js';",
      'src/one/right.ts': "import './left.js';",
    },
  },
  plant('resolvable', 'src/one/lost.ts', './nowhere.js', "import './nowhere.js';"),
  plant(
    'suffix-is-visibility',
    'src/one/curious.ts',
    'src/two/two.queries.ts',
    "import '../two/two.queries.js';",
  ),
  plant(
    'suffix-is-visibility',
    'src/one/typing.ts',
    'src/two/rest/list-two.query.ts',
    "import type { File } from '../two/rest/list-two.query.js';\nexport type Typing = File;",
  ),
  plant(
    'transport-knows-no-table',
    'src/one/one.controller.ts',
    'src/one/one.entity.ts',
    "import './one.entity.js';",
  ),
  plant(
    'transport-knows-no-table',
    'src/one/one.resolver.ts',
    'node_modules/typeorm/index.mjs',
    "import 'typeorm';",
  ),
  plant(
    'transport-knows-no-table',
    'src/two/two.controller.ts',
    'src/database/connection.ts',
    "import '../database/connection.js';",
  ),
  plant(
    'service-knows-no-transport',
    'src/one/one.service.ts',
    'src/one/one.resolver.ts',
    "import './one.resolver.js';",
  ),
  plant(
    'service-knows-no-transport',
    'src/two/two.service.ts',
    'node_modules/@nestjs/graphql/index.js',
    "import '@nestjs/graphql';",
  ),
  plant(
    'shared-code-knows-no-transport',
    'src/two/strict.service.ts',
    'src/two/rest/two.dto.ts',
    "import './rest/two.dto.js';",
  ),
  plant(
    'transports-stay-apart',
    'src/two/rest/two.controller.ts',
    'src/two/graphql/two.type.ts',
    "import '../graphql/two.type.js';",
  ),
  plant(
    'entity-is-a-leaf',
    'src/two/two.entity.ts',
    'src/kernel/floor.ts',
    "import '../kernel/floor.js';",
  ),
  plant(
    'floors-know-no-feature',
    'src/spans/lifted.ts',
    'src/two/graphql/two.type.ts',
    "import '../two/graphql/two.type.js';",
  ),
  plant(
    'kernel-is-the-lowest-floor',
    'src/kernel/raised.ts',
    'src/database/connection.ts',
    "import '../database/connection.js';",
  ),
  plant(
    'ingest-beside-the-orm',
    'src/ingest/slow.ts',
    'node_modules/typeorm/index.mjs',
    "import 'typeorm';",
  ),
  plant(
    'ingest-beside-the-orm',
    'src/ingest/asking.ts',
    'src/two/plain.service.ts',
    "import '../two/plain.service.js';",
  ),
  plant(
    'nobody-reaches-into-ingest',
    'src/two/eager.ts',
    'src/ingest/ingest.module.ts',
    "import '../ingest/ingest.module.js';",
  ),
  plant(
    'web-and-server-meet-in-the-schema',
    'web/src/lib/shortcut.ts',
    'src/kernel/floor.ts',
    "import '../../../src/kernel/floor.js';",
  ),
  plant(
    'server-knows-no-web',
    'src/one/pretty.ts',
    'web/src/lib/plain.ts',
    "import '../../web/src/lib/plain.js';",
  ),
  plant(
    'snippets-know-nobody',
    'snippets/curious.ts',
    'src/kernel/floor.ts',
    "import '../src/kernel/floor.js';",
  ),
  plant(
    'tests-stay-in-tests',
    'src/one/cheating.ts',
    'test/support/server.ts',
    "import '../../test/support/server.js';",
  ),
  plant(
    'ships-what-it-needs',
    'src/one/careless.ts',
    'node_modules/supertest/index.js',
    "import 'supertest';",
  ),
  plant(
    'web-feature-stands-alone',
    'web/src/features/one/reaching.ts',
    'web/src/features/two/two.ts',
    "import '../two/two.js';",
  ),
  plant(
    'web-floor-knows-no-feature',
    'web/src/components/knowing.ts',
    'web/src/features/two/two.ts',
    "import '../features/two/two.js';",
  ),
];

/** Imports that every rule must accept, except that some folders import each other. */
export const ALLOWED: Record<string, string> = {
  'src/one/left/rest/left.dto.ts': "export { File } from '../../right/right.service.js';",
  'src/one/right/right.service.ts':
    "import type { File } from '../left/left.service.js';\nexport type Right = File;\nexport { File } from './file.js';",
  'src/three/three.service.ts': "import './below/below.service.js';",
  'src/three/below/below.module.ts': "import '../other.service.js';",
  'src/five/five.service.ts': "import '../six/six.service.js';",
  'src/six/six.service.ts': "import '../seven/seven.service.js';",
  'src/seven/deeper/deeper.service.ts': "import '../../five/five.entity.js';",
  'src/four/four.module.ts': "import './below/below.module.js';",
  'src/four/below/below.module.ts': "import '../four.service.js';",
  'src/app.module.ts': "import './ingest/ingest.module.js';\nimport './two/two.module.js';",
  'src/ingest/ingest.module.ts': "import '../kernel/floor.js';",
  'src/two/two.module.ts': "import './plain.service.js';\nimport './two.queries.js';",
  'src/two/plain.service.ts':
    "import '../database/connection.js';\nimport type { File } from './rest/two.dto.js';\nexport type Plain = File;",
  'src/one/allowed.entity.ts': "import 'typeorm';\nimport '../two/plain.entity.js';",
  'src/one/graphql/allowed.ts':
    "import '../../two/graphql/two.type.js';\nimport '../../two/plain.service.js';",
  'src/one/allowed.spec.ts': "import 'supertest';\nimport '../../test/support/server.js';",
  'web/src/app/app.ts': "import '../features/two/two.js';\nimport '../features/one/one.js';",
  'web/src/features/two/two.ts': "import '../../lib/plain.js';",
  'test/support/server.ts': "import '../../src/kernel/floor.js';",
};

/** Files outside of `*.queries.ts` that run a statement, or have one that changes rows. */
export const STATEMENTS: Record<string, string> = {
  'src/two/reads.service.ts': 'await tx.query<{ id: number }[]>(`SELECT id FROM things`);',
  'src/two/bounded.ts':
    'const ALL = `\n  SELECT id FROM things`;\nawait runBoundedRead(reader, ALL, []);',
  'src/two/marked.ts': 'export const ERASE = `${MARK} DELETE FROM things`;',
  'src/two/adds.ts': "export const ADD = 'INSERT INTO things DEFAULT VALUES';",
};

/** Files with SQL that may have it. */
export const ALLOWED_SQL: Record<string, string> = {
  'src/two/things.queries.ts': "await tx.query('SELECT id FROM things');",
  'src/two/fragments.ts': 'export const IDS = `SELECT id FROM things`;',
  'src/two/transaction.service.ts': "await client.query('BEGIN');",
  'src/database/look.ts': "await client.query('SELECT 1');",
};

/** The files imported above that import nothing themselves. */
export const TARGETS = [
  'src/five/five.entity.ts',
  'src/seven/seven.service.ts',
  'src/one/left/left.service.ts',
  'src/one/right/file.ts',
  'src/three/below/below.service.ts',
  'src/three/other.service.ts',
  'src/four/four.service.ts',
  'src/kernel/floor.ts',
  'src/database/connection.ts',
  'src/one/one.entity.ts',
  'src/two/plain.entity.ts',
  'src/two/graphql/two.type.ts',
  'src/two/two.queries.ts',
  'src/two/rest/two.dto.ts',
  'src/two/rest/list-two.query.ts',
  'web/src/lib/plain.ts',
  'web/src/features/one/one.ts',
  'node_modules/typeorm/index.mjs',
  'node_modules/@nestjs/graphql/index.js',
  'node_modules/supertest/index.js',
];

/** The manifests that make the imports above resolve as they do in the project. */
export const MANIFESTS: Record<string, object> = {
  'package.json': {
    name: 'planted',
    type: 'module',
    dependencies: { typeorm: '1', '@nestjs/graphql': '1' },
    devDependencies: { supertest: '1' },
  },
  'tsconfig.json': { compilerOptions: { module: 'nodenext', moduleResolution: 'nodenext' } },
  'node_modules/typeorm/package.json': { name: 'typeorm', exports: './index.mjs' },
  'node_modules/@nestjs/graphql/package.json': { name: '@nestjs/graphql', main: 'index.js' },
  'node_modules/supertest/package.json': { name: 'supertest', main: 'index.js' },
};
