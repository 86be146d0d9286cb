import { readFileSync } from 'node:fs';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { type GraphQLObjectType, type GraphQLSchema, isNonNullType } from 'graphql';
import type { Extent } from '../../access/callers.js';
import { sampleOperation } from '../../access/sample-operation.js';
import { connectAgent } from '../../mcp/agent.js';
import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { whenNone } from '../../support/background-loops.js';
import { VISIBLE_TABLES } from '../../support/built.js';
import { aSecretProject, SECRET, type SecretProject, TABLES } from './secret-project.js';
import { selectAll } from './select-all.js';

const matrix = JSON.parse(
  readFileSync(new URL('../../access/matrix.json', import.meta.url), 'utf8'),
) as Record<'rest' | 'graphql', Record<string, string>>;

/** The ID that `sampleOperation` writes. */
const SAMPLE_ID = '"bm90OjE="';

/** Ends the sessions of this test, or opens others. */
const SIGN_IN = /^\w+ \/(auth|oauth2|mcp)\b/;

const UNLOGGED_ATTEMPTS = `
  SELECT FROM webhook_deliveries d
   WHERE attempts > (SELECT count(*) FROM webhook_attempts WHERE delivery_id = d.id)`;

/** The errors of a field about the ID of another kind of thing, or about a missing role. */
const REFUSED_AT_ONCE = /is not the ID of|FORBIDDEN/;

/** These do not say so, or take several kinds. */
const OF_ANY_KIND = new Set([
  'Mutation.deleteTraces',
  'Mutation.setOwnAnnotations',
  'Mutation.transferTracesToProject',
  'Query.compareTraces',
  'Query.node',
]);

interface Node {
  type: string;
  id: string;
}

/** The last word of the name of a type, by which arguments and fields are named. */
const nounOf = (type: string) => /[A-Z][a-z]+$/.exec(type)![0].toLowerCase();

/** Chooses the nodes of the types that a field, one of its arguments or the type of one is named after. */
function chooseNamed(schema: GraphQLSchema, field: string, nodes: readonly Node[]): Node[] {
  const [root, name] = field.split('.') as [string, string];
  const { args } = (schema.getType(root) as GraphQLObjectType).getFields()[name]!;
  const words = args.map((one) => String(one.type)).join(' ');
  const call = `${words} ${sampleOperation(schema, field)}`.toLowerCase();
  return nodes.filter(({ type }) => OF_ANY_KIND.has(field) || call.includes(nounOf(type)));
}

/** Every row in the project, of all tables. */
const ROWS = Object.entries(VISIBLE_TABLES)
  .filter(([, belonging]) => belonging !== 'shared')
  .map(([table]) => `SELECT '${table}: ' || t::text AS row FROM ${table} t`)
  .join(' UNION ALL ');

/**
 * Tries as other users to read and to change what is in a private project.
 * @param extent whether to send the IDs of all things to every field of GraphQL and every tool, or of those
 * that its arguments are named after and of one more.
 */
export function describeTenants(extent: Extent): void {
  describe('a private project', () => {
    let server: SecuredServer;
    let secret: SecretProject;
    /** Global IDs of everything in it. */
    let ids: Node[];
    /** The state before anybody else tries something. */
    let before: string;

    beforeAll(async () => {
      server = await startSecuredServer();
      secret = await aSecretProject(server);
      ids = [];
      for (const [type, table] of Object.entries(TABLES)) {
        const where = table === 'projects' ? `WHERE name <> 'default'` : '';
        const rows = await server.sql<{ id: number }>(`SELECT id FROM ${table} ${where}`);
        if (rows.length === 0) throw new Error(`There is nothing in ${table}.`);
        for (const { id } of rows) ids.push({ type, id: toGlobalId(type, id) });
      }
      // The server may still be trying to send messages.
      await whenNone(server, UNLOGGED_ATTEMPTS, 'webhooks');
      before = await digest();
    });
    afterAll(() => server.stop());

    const member = () => cookieOf(server.accounts.MEMBER);
    const READ_NODE = 'query ($id: ID!) { node(id: $id) { id __typename } }';

    /** A text that changes if anything in the project does. */
    async function digest(): Promise<string> {
      const rows = await server.sql<{ row: string }>(
        `SELECT row FROM (${ROWS}) AS rows WHERE row ~ '${SECRET}' ORDER BY row`,
      );
      return rows.map(({ row }) => row).join('\n');
    }

    const expectUnchanged = async () => expect(await digest()).toBe(before);

    it('is open to its manager, with everything in it', async () => {
      for (const { type, id } of ids) {
        const { data, errors } = await server.gqlAs(cookieOf(secret.owner), READ_NODE, { id });
        expect([type, errors?.[0]?.message]).toEqual([type, undefined]);
        expect(data).toEqual({ node: { id, __typename: type } });
      }
    });

    it.each(['MEMBER', 'VIEWER'] as const)(
      'does not exist for a %s by the ID of anything',
      async (role) => {
        for (const { type, id } of ids) {
          const { errors } = await server.gqlAs(cookieOf(server.accounts[role]), READ_NODE, { id });
          expect([type, errors?.[0]?.message]).toEqual([type, `Node "${id}" not found.`]);
        }
      },
    );

    it('is open to administrators', async () => {
      const { data } = await server.gqlAs(cookieOf(server.accounts.ADMIN), READ_NODE, {
        id: secret.projectId,
      });
      expect(data).toEqual({ node: { id: secret.projectId, __typename: 'Project' } });
    });

    describe('over REST', () => {
      const routes = Object.keys(matrix.rest).filter((route) => !SIGN_IN.test(route));
      const parameters = (): Record<string, string[]> => ({
        project_identifier: [secret.projectId, `${SECRET} app`],
        project_name: [`${SECRET} app`],
        trace_id: [secret.traceId],
        trace_identifier: [secret.traceId],
        span_id: [secret.spanId],
        span_identifier: [secret.spanId],
        session_id: [secret.sessionId],
        session_identifier: [secret.sessionId],
        dataset_identifier: [secret.datasetId, SECRET],
        dataset_id: [secret.datasetId],
        experiment_id: [secret.experimentId],
        error_id: [secret.errorId],
        prompt_identifier: [secret.promptId, SECRET],
        prompt_version_id: [secret.promptVersionId],
        tag_name: ['production'],
        id: [secret.datasetId, SECRET],
      });

      /** Every way to name something of the project in the path. */
      function pathsOf(pattern: string): string[] {
        const names = [...pattern.matchAll(/[:*](\w+)/g)].map(([, name]) => name!);
        return names.reduce<string[]>(
          (paths, name) =>
            paths.flatMap((path) =>
              (parameters()[name] ?? ['sample']).map((value) =>
                path.replace(new RegExp(`[:*]${name}\\b`), encodeURIComponent(value)),
              ),
            ),
          [pattern],
        );
      }

      it.each(routes)('%s shows and changes nothing of it', async (route) => {
        const [verb, pattern] = route.split(' ') as [string, string];
        for (const path of pathsOf(pattern)) {
          const response = await server.request[verb.toLowerCase() as 'get'](path)
            .set(bearer(server.accounts.MEMBER.key))
            .redirects(0);
          const text = JSON.stringify(response.body ?? {}) + (response.text ?? '');
          // Refusals repeat what was asked for, and nothing else.
          const asked = path.split('/').map(decodeURIComponent);
          const shown = asked.reduce(
            (rest, part) => (part ? rest.replaceAll(part, '') : rest),
            text,
          );
          expect(response.status < 300 ? text : shown).not.toContain(SECRET);
          // Redirects lead to pages by ID.
          expect(response.headers['location'] ?? '').not.toMatch(
            new RegExp(ids.map(({ id }) => encodeURIComponent(id)).join('|')),
          );
          expect(response.status).toBeLessThan(500);
        }
        if (verb !== 'GET' && extent === 'all') await expectUnchanged();
      });

      it('shows its manager what it hides from others', async () => {
        const path = `/v1/projects/${secret.projectId}/spans`;
        const own = await server.request.get(path).set(bearer(secret.owner.key));
        expect(own.text).toContain(`${SECRET} input`);
        const other = await server.request.get(path).set(bearer(server.accounts.MEMBER.key));
        expect([other.status, other.text]).toEqual([
          404,
          `Project "${secret.projectId}" not found.`,
        ]);
      });
    });

    it('shows and changes nothing of it over MCP', async () => {
      const [agent, own] = [
        await connectAgent(server.url, bearer(server.accounts.MEMBER.key)),
        await connectAgent(server.url, bearer(secret.owner.key)),
      ];
      const byType = new Map(ids.map(({ type, id }) => [type, id]));
      const chooseGiven = (words: string) => {
        const nodes = [...byType].filter(
          ([type]) => extent === 'all' || words.includes(nounOf(type)),
        );
        return [...nodes.map(([, id]) => id), secret.traceId, secret.spanId];
      };
      const { tools } = await agent.client.listTools();
      let isShown = false;
      for (const { name, inputSchema } of tools) {
        const required = inputSchema.required ?? [];
        const given = chooseGiven([name, ...required].join(' '));
        for (const value of required.length > 0 ? given : [secret.projectId]) {
          const input = Object.fromEntries(required.map((property) => [property, value]));
          const { text } = await agent.ask(name, input);
          expect([name, input, text.includes(SECRET)]).toEqual([name, input, false]);
        }
        if (required.length === 0) isShown ||= (await own.ask(name)).text.includes(SECRET);
      }
      expect(isShown).toBe(true);
      await expectUnchanged();
      await Promise.all([agent.client.close(), own.client.close()]);
    });

    describe('in lists', () => {
      it('shows nothing of it, whatever is selected', async () => {
        const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
        const fields = Object.values(schema.getQueryType()!.getFields()).filter(
          ({ args }) => !args.some(({ type }) => isNonNullType(type)),
        );
        const shown: string[] = [];
        for (const field of fields) {
          // Selections that are too large are refused.
          for (const levels of [4, 3, 2]) {
            const query = `{ ${field.name} ${selectAll(field.type, levels)} }`;
            const own = await server.gqlAs(cookieOf(secret.owner), query);
            if (!own.data) continue;
            const other = await server.gqlAs(member(), query);
            const isShown = JSON.stringify(other.data ?? {}).includes(SECRET);
            expect([field.name, isShown]).toEqual([field.name, false]);
            if (JSON.stringify(own.data).includes(SECRET)) shown.push(field.name);
            break;
          }
        }
        // What the manager sees there proves that the others could have seen it.
        expect(shown).toEqual(
          expect.arrayContaining(['datasets', 'projects', 'prompts', 'webhooks']),
        );
      });
    });

    describe('over GraphQL', () => {
      it.each(Object.keys(matrix.graphql))('%s shows and changes nothing of it', async (field) => {
        const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
        const sample = sampleOperation(schema, field);
        const named = chooseNamed(schema, field, ids);
        const other = ids[field.length % ids.length]!;
        const sampled = extent === 'all' ? ids : new Set([...named, other]);
        for (const node of sample.includes(SAMPLE_ID) ? sampled : [other]) {
          const query = sample.replaceAll(SAMPLE_ID, JSON.stringify(node.id));
          // Thousands of requests take half the time over open connections and without compression.
          const response = await fetch(`${server.url}/graphql`, {
            method: 'POST',
            headers: {
              ...member(),
              'content-type': 'application/json',
              'accept-encoding': 'identity',
              accept: field.startsWith('Subscription.') ? 'text/event-stream' : 'application/json',
            },
            body: JSON.stringify({ query }),
          });
          const text = await response.text();
          expect(text).not.toContain(SECRET);
          expect(text).not.toContain('INTERNAL_SERVER_ERROR');
          // So the sample leaves out only what is refused as it is for any other node.
          if (sample.includes(SAMPLE_ID) && !named.includes(node)) {
            expect(text).toMatch(REFUSED_AT_ONCE);
          }
        }
        if (field.startsWith('Mutation.') && extent === 'all') await expectUnchanged();
      });
    });

    it('is as it was before all that', expectUnchanged);
  });
}

function toGlobalId(type: string, id: number): string {
  return Buffer.from(`${type}:${id}`).toString('base64');
}
