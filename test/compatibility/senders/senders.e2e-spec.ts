import { readdir } from 'node:fs/promises';
import { eventuallyAfter } from '../../support/background-loops.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { readRequests } from './recorded-requests.js';
import type { Expectation, Expected } from './scenario.js';
import { SENDERS } from './senders.js';

/** Fields of a span as lists show them. */
const SPANS = `query ($project: String!) {
  getProjectByName(name: $project) {
    sessions(first: 20) { edges { node { sessionId } } }
    spans(first: 500, sort: { col: startTime, dir: asc }) { edges { node {
      name spanKind isInternal modelName parentId statusCode statusMessage attributes
      tokenCountPrompt tokenCountCompletion tokenPromptDetails { cacheRead }
      costSummary { total { cost } }
      inputPreview { truncatedValue } outputPreview { truncatedValue }
    } } }
  }
}`;

interface Preview {
  truncatedValue: string;
}

interface ShownSpan {
  name: string;
  spanKind: string;
  isInternal: boolean;
  modelName: string | null;
  parentId: string | null;
  statusCode: string;
  statusMessage: string;
  attributes: string;
  tokenCountPrompt: number | null;
  tokenCountCompletion: number | null;
  tokenPromptDetails: { cacheRead: number | null };
  costSummary: { total: { cost: number | null } } | null;
  inputPreview: Preview | null;
  outputPreview: Preview | null;
}

interface ShownProject {
  getProjectByName: {
    sessions: { edges: { node: { sessionId: string } }[] };
    spans: { edges: { node: ShownSpan }[] };
  } | null;
}

const FOLDER = new URL('./', import.meta.url);

describe('the spans of published frameworks', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it.each(SENDERS.map((sender) => [sender.folder, sender] as const))(
    'is understood: %s',
    async (folder, sender) => {
      for (const { path, body } of await readRequests(folder)) {
        const response = await fetch(server.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        expect([path, response.status]).toEqual([path, 200]);
      }
      const expected = matcherOf(sender.expected);
      const shown = await whenShown(folder, expected);
      expect(shown).toEqual(expected);
    },
  );

  it('is listed completely', async () => {
    const folders = await readdir(FOLDER, { withFileTypes: true });
    const recorded = folders.filter((entry) => entry.isDirectory() && entry.name !== 'record');
    expect(SENDERS.map((sender) => sender.folder).toSorted()).toEqual(
      recorded.map((entry) => entry.name).toSorted(),
    );
  });

  /**
   * Returns the view once it is as expected, or else after some time: events look for their spans again after 5
   * s.
   */
  async function whenShown(folder: string, expected: unknown): Promise<object> {
    const deadline = Date.now() + 20_000;
    return eventuallyAfter(server, ['costs'], `the spans of ${folder}`, async () => {
      const shown = await readShown(folder);
      return Date.now() > deadline || isEqual(shown, expected) ? shown : null;
    });
  }

  async function readShown(project: string): Promise<object> {
    const answer = await server.gql<ShownProject>(SPANS, { project });
    const found = answer.data?.getProjectByName;
    const spans = found?.spans.edges.map(({ node }) => node) ?? [];
    return {
      kinds: describeKinds(spans),
      calls: spans.filter(isCall).map(describeCall),
      tools: spans.filter((span) => span.spanKind === 'tool').map(describeTool),
      turns: spans.filter((span) => span.parentId === null).map(describeTurn),
      sessions: found?.sessions.edges.map(({ node }) => node.sessionId).toSorted() ?? [],
    };
  }
});

/** The kind of the spans of each name, or in alphabetical order those that they have. */
function describeKinds(spans: ShownSpan[]): object {
  const byName = Map.groupBy(spans, ({ name }) => name.replace(UUID, '*'));
  const kinds = Array.from(byName, ([name, same]) => {
    const kindOf = (span: ShownSpan) =>
      span.isInternal ? 'INTERNAL' : span.spanKind.toUpperCase();
    const found = [...new Set(same.map(kindOf))].toSorted();
    return [name, found.length === 1 ? found[0] : found];
  });
  return Object.fromEntries(kinds) as object;
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

function isCall({ spanKind }: ShownSpan): boolean {
  return spanKind === 'llm' || spanKind === 'embedding';
}

function describeCall(span: ShownSpan): object {
  const { llm } = JSON.parse(span.attributes) as { llm?: { token_count?: TokenCounts } };
  return {
    model: span.modelName,
    ...describeTurn(span),
    prompt: span.tokenCountPrompt,
    completion: span.spanKind === 'embedding' ? null : span.tokenCountCompletion,
    cacheRead: span.tokenPromptDetails.cacheRead || null,
    reasoning: llm?.token_count?.completion_details?.reasoning ?? null,
    isPriced: (span.costSummary?.total.cost ?? null) !== null,
  };
}

interface TokenCounts {
  completion_details?: { reasoning?: number };
}

function describeTool(span: ShownSpan): object {
  const { input, output } = describeTurn(span);
  return { name: span.name, input, output };
}

function describeTurn(span: ShownSpan) {
  return {
    input: span.inputPreview?.truncatedValue ?? null,
    output: span.outputPreview?.truncatedValue ?? null,
    error: span.statusCode === 'ERROR' ? span.statusMessage : null,
  };
}

/** Regular expressions of the table match texts. */
function matcherOf(expected: Expected): unknown {
  const replace = (value: Expectation): unknown => {
    if (value instanceof RegExp) return expect.stringMatching(value);
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]));
  };
  return replace(expected as unknown as Expectation);
}

function isEqual(shown: unknown, expected: unknown): boolean {
  try {
    expect(shown).toEqual(expected);
    return true;
  } catch {
    return false;
  }
}
