import {
  aSessionAnnotation,
  aSpanAnnotation,
  aTraceAnnotation,
} from '../support/factories/annotation.js';
import { aProject } from '../support/factories/project.js';
import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

const VALUES = 'id name annotatorKind label score source identifier createdAt user { username }';

/** The fields of each list that show annotations. */
const LISTS = {
  spans: ['spanAnnotations', 'spanAnnotationSummaries'],
  traces: ['traceAnnotations', 'traceAnnotationSummaries'],
  sessions: ['sessionAnnotations', 'sessionAnnotationSummaries'],
};

interface Annotation {
  explanation: string | null;
  metadata: object;
}

describe.each(Object.entries(LISTS))(
  'a list of %s with annotations',
  (list, [field, summaries]) => {
    let server: TestServer;
    let project: string;

    beforeAll(async () => {
      server = await startTestServer();
      const { id } = await aProject(server);
      project = globalId('Project', id);
      for (const index of Array.from({ length: 20 }).keys()) {
        const of = { project_id: id };
        for (const identifier of ['a', 'b']) {
          const texts = { explanation: `why ${index}`, metadata: JSON.stringify({ index }) };
          const given = { identifier, score: index, ...texts };
          if (list === 'spans') await aSpanAnnotation(server, await aSpan(server, of), given);
          else if (list === 'traces')
            await aTraceAnnotation(server, await aTrace(server, of), given);
          else await aSessionAnnotation(server, await aSession(server, of), given);
        }
      }
    });
    afterAll(() => server.stop());

    const read = (first: number, fields: string) =>
      server.countQueries(async () => {
        const { data, errors } = await server.gql<{
          node: Record<string, { edges: { node: Record<string, Annotation[]> }[] }>;
        }>(
          `query ($id: ID!) { node(id: $id) { ... on Project { ${list}(first: ${first}) {
           edges { node { ${fields} } } } } } }`,
          { id: project },
        );
        expect(errors).toBeUndefined();
        return data!.node[list]!.edges.flatMap(({ node }) => node[field!]!);
      });

    it('does not read explanations and metadata unless they are requested', async () => {
      const { statements } = await read(
        20,
        `${field} { ${VALUES} } ${summaries} { name meanScore labelFractions { label } }`,
      );
      expect(statements.some((text) => /_annotations/.test(text))).toBe(true);
      expect(statements.filter((text) => /explanation|metadata/.test(text))).toEqual([]);
    });

    it.each([VALUES, 'explanation', `${VALUES} explanation metadata`])(
      'takes as many statements for 20 rows as for 2, with { %s }',
      async (fields) => {
        const few = await read(2, `${field} { ${fields} }`);
        const many = await read(20, `${field} { ${fields} }`);
        expect(many.result.length).toBeGreaterThan(few.result.length);
        expect(many.statements).toHaveLength(few.statements.length);
      },
    );

    it('has the explanation and metadata of each annotation, in its order', async () => {
      const { result } = await read(20, `${field} { score why: explanation metadata }`);
      expect(result).toHaveLength(20);
      expect(result).toEqual(
        result.map((annotation) => {
          const { score } = annotation as unknown as { score: number };
          return { score, why: `why ${score}`, metadata: { index: score } };
        }),
      );
    });
  },
);
