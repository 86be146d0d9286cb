/**
 * Who may import whom. The suffix is the visibility: from outside a feature only its module,
 * service, entity, type and dto may be imported. `test/architecture` shows every rule firing.
 * `scripts/check-folders.mjs` adds the rule that no two folders import each other.
 */

/** A folder below `src` that is not part of the floor. The first group is its name. */
const FEATURE = '^src/(?!(?:common|config|database)/)([^/]+)/';
const FLOOR = '^src/(common|config|database)/';
const TRANSPORT = '\\.(controller|resolver)\\.ts$';
/** Holds what belongs to one transport. */
const TRANSPORT_FOLDER = '/(rest|graphql)/';
const SERVICE = '\\.service\\.ts$';
const ENTITY = '\\.entity\\.ts$';
const INGEST = '^src/ingest/';
const WEB = '^web/src/';
const WEB_FEATURE = '^web/src/features/([^/]+)/';
const TEST = '(^test/|\\.spec\\.tsx?$)';

const packages = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that need each other cannot be read, tested or moved one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'A path that leads nowhere fails only when the line is reached.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'suffix-is-visibility',
      comment: 'What a feature offers to others ends in .module, .service, .entity, .type or .dto.',
      severity: 'error',
      from: { path: FEATURE },
      to: {
        path: FEATURE,
        pathNot: ['^src/$1/', '\\.(module|service|entity|type|dto)\\.ts$'],
      },
    },
    {
      name: 'transport-knows-no-table',
      comment: 'Controllers and resolvers say what is asked; a service decides how it is read.',
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
      comment: 'REST and GraphQL call the same service, so it belongs to neither.',
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
      comment: 'What stands above rest/ and graphql/ serves both of them.',
      severity: 'error',
      from: { path: FEATURE, pathNot: [TRANSPORT_FOLDER, '\\.module\\.ts$', TEST] },
      to: { path: TRANSPORT_FOLDER, pathNot: FLOOR, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'transports-stay-apart',
      comment: 'REST and GraphQL share what stands above them, and nothing else.',
      severity: 'error',
      from: { path: '^src/(.+)/(rest|graphql)/', pathNot: FLOOR },
      to: { path: TRANSPORT_FOLDER, pathNot: [FLOOR, '/$2/'] },
    },
    {
      name: 'entity-is-a-leaf',
      comment: 'A row knows the rows it points to, and nothing that is done with it.',
      severity: 'error',
      from: { path: ENTITY },
      to: { pathNot: [ENTITY, '\\.enum\\.ts$', packages('typeorm')] },
    },
    {
      name: 'common-is-a-floor',
      comment: 'common, config and database carry the features and know none of them.',
      severity: 'error',
      from: { path: FLOOR },
      to: { path: FEATURE },
    },
    {
      name: 'ingest-beside-the-orm',
      comment: 'The writing side of OTLP is a pipeline of its own: no ORM, no graph, no feature.',
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
      comment: 'Only app.module.ts and server.ts know that there is a writing side.',
      severity: 'error',
      from: { path: '^src/', pathNot: [INGEST, '^src/(app\\.module|server)\\.ts$'] },
      to: { path: INGEST },
    },
    {
      name: 'web-and-server-meet-in-the-schema',
      comment: 'The UI knows the server by schema.graphql only.',
      severity: 'error',
      from: { path: WEB },
      to: { path: '^(src|test|bench|demo)/' },
    },
    {
      name: 'server-knows-no-web',
      comment: 'The server serves what the web build left, and imports none of it.',
      severity: 'error',
      from: { path: '^(src|bench|demo)/' },
      to: { path: '^web/' },
    },
    {
      name: 'tests-stay-in-tests',
      comment: 'What ships does not lean on tests.',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'ships-what-it-needs',
      comment: 'A development dependency is not there in the container image.',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
    {
      name: 'web-feature-stands-alone',
      comment: 'Features are put together in app/, nowhere else.',
      severity: 'error',
      from: { path: WEB_FEATURE },
      to: { path: WEB_FEATURE, pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-floor-knows-no-feature',
      comment: 'components/ and lib/ are there for every feature and know none.',
      severity: 'error',
      from: { path: '^web/src/(components|lib)/' },
      to: { path: '^web/src/(features|app)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/|^data/' },
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
