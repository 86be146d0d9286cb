/**
 * Which files may import which. A file's suffix determines its visibility: other features may import
 * only modules, services, entities, types, inputs, DTOs and contracts. `test/architecture` tests every rule.
 * `scripts/check-folders.mjs` also checks that no two folders import each other, and `scripts/check-sql.mjs`
 * that statements stand in `*.queries.ts`.
 */

/** A feature: a top-level folder of `src` that is not part of the floor. Group 1 is its name. */
const FEATURE = '^src/(?!(?:kernel|filter-language|spans|config|database)/)([^/]+)/';
const FLOOR = '^src/(kernel|filter-language|spans|config|database)/';
/** What knows no feature, no variable of the environment and no database connection. */
const KERNEL = '^src/kernel/';
const TRANSPORT = '\\.(controller|resolver)\\.ts$';
/** Contains the code of one transport. */
const TRANSPORT_FOLDER = '/(rest|graphql)/';
const SERVICE = '\\.service\\.ts$';
const ENTITY = '\\.entity\\.ts$';
const INGEST = '^src/ingest/';
const WEB = '^web/src/';
const WEB_FEATURE = '^web/src/features/([^/]+)/';
const TEST = '(^test/|^web/src/testing/|\\.spec\\.tsx?$)';

const packages = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that import each other cannot be read, tested or moved separately.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'A wrong path fails only when the import runs.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'suffix-is-visibility',
      comment:
        'Other features may import only .module, .service, .entity, .type, .inputs, .dto and .contract files.',
      severity: 'error',
      from: { path: FEATURE },
      to: {
        path: FEATURE,
        pathNot: ['^src/$1/', '\\.(module|service|entity|type|inputs|dto|contract)\\.ts$'],
      },
    },
    {
      name: 'transport-knows-no-table',
      comment: 'Controllers and resolvers translate requests. Services read the database.',
      severity: 'error',
      from: { path: TRANSPORT },
      to: {
        path: [
          ENTITY,
          '\\.queries\\.ts$',
          '^src/database/',
          packages('typeorm', '@nestjs/typeorm'),
        ],
      },
    },
    {
      name: 'service-knows-no-transport',
      comment: 'REST and GraphQL share the service, so it must not depend on either.',
      severity: 'error',
      from: { path: SERVICE },
      to: {
        path: [
          TRANSPORT,
          packages('@nestjs/graphql', '@nestjs/swagger', '@types/express', 'express', 'graphql'),
        ],
      },
    },
    {
      name: 'shared-code-knows-no-transport',
      comment: 'Files above rest/ and graphql/ serve both, so they must not depend on either.',
      severity: 'error',
      from: { path: FEATURE, pathNot: [TRANSPORT_FOLDER, '\\.module\\.ts$', TEST] },
      to: { path: TRANSPORT_FOLDER, pathNot: FLOOR, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'transports-stay-apart',
      comment: 'REST and GraphQL share only the files above them.',
      severity: 'error',
      from: { path: '^src/(.+)/(rest|graphql)/', pathNot: FLOOR },
      to: { path: TRANSPORT_FOLDER, pathNot: [FLOOR, '/$2/'] },
    },
    {
      name: 'entity-is-a-leaf',
      comment: 'An entity imports only the entities it refers to, and lists of values.',
      severity: 'error',
      from: { path: ENTITY },
      to: { pathNot: [ENTITY, '\\.(enum|contract)\\.ts$', packages('typeorm')] },
    },
    {
      name: 'floors-know-no-feature',
      comment: 'kernel, filter-language, spans, config and database must not depend on features.',
      severity: 'error',
      from: { path: FLOOR },
      to: { path: FEATURE },
    },
    {
      name: 'kernel-is-the-lowest-floor',
      comment: 'Every other folder rests on the kernel, so it must not depend on any.',
      severity: 'error',
      from: { path: KERNEL, pathNot: TEST },
      to: { path: '^src/', pathNot: KERNEL },
    },
    {
      name: 'ingest-beside-the-orm',
      comment: 'Ingestion is a separate pipeline without an ORM, GraphQL or features.',
      severity: 'error',
      from: { path: INGEST },
      to: {
        path: [
          packages('typeorm', '@nestjs/typeorm', 'graphql', '@nestjs/graphql'),
          '\\.(service|entity|type|dto)\\.ts$',
        ],
        pathNot: INGEST,
      },
    },
    {
      name: 'nobody-reaches-into-ingest',
      comment: 'Only app.module.ts, server.ts and the command line may import ingestion.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [INGEST, '^src/(app\\.module|server|admin/admin\\.module)\\.ts$'],
      },
      to: { path: INGEST },
    },
    {
      name: 'web-and-server-meet-in-the-schema',
      comment: 'The web UI depends on the server only through schema.graphql.',
      severity: 'error',
      from: { path: WEB },
      to: { path: '^(src|test|bench|demo)/' },
    },
    {
      name: 'server-knows-no-web',
      comment: 'The server serves the built web UI but does not import it.',
      severity: 'error',
      from: { path: '^(src|bench|demo)/' },
      to: { path: '^web/' },
    },
    {
      name: 'snippets-know-nobody',
      comment:
        'The web UI and the command line share the snippets, so these must not depend on either.',
      severity: 'error',
      from: { path: '^snippets/', pathNot: TEST },
      to: { pathNot: '^snippets/' },
    },
    {
      name: 'tests-stay-in-tests',
      comment: 'Shipped code must not import tests.',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'ships-what-it-needs',
      comment: 'The container image does not include development dependencies.',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
    {
      name: 'web-feature-stands-alone',
      comment: 'Only app/ combines features.',
      severity: 'error',
      from: { path: WEB_FEATURE },
      to: { path: WEB_FEATURE, pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-floor-knows-no-feature',
      comment: 'components/ and lib/ serve every feature and must not depend on any.',
      severity: 'error',
      from: { path: '^web/src/(components|lib)/' },
      to: { path: '^web/src/(features|app)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/|^data/|^test/compatibility/senders/[^/]+/weather' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Type imports count too.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
