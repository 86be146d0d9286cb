import { IS_OUTDATED } from '../../../src/tracing/span-index/outdated-blocks.queries.js';
import { hasText } from '../../support/indexed-blocks.js';
import fc from 'fast-check';
import {
  decodeEscapes,
  decodeEscapesSql,
  escapesPattern,
} from '../../../src/filter-language/escaped-text.js';
import { whenIndexed, whenNone } from '../../support/background-loops.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const QUESTION = { question: 'こんにちは größe' };

/** Writes JSON as Python does: only ASCII. */
function escapeText(json: string): string {
  return json.replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const PLAIN = JSON.stringify(QUESTION);
const ESCAPED = escapeText(PLAIN);
/** As a model's answer holds the arguments of a tool. */
const TWICE = escapeText(JSON.stringify({ arguments: ESCAPED }));

describe('text that a sender escaped', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    await send('escaped', {
      escaped: ESCAPED,
      plain: PLAIN,
      twice: TWICE,
      other: '{"question":"?"}',
    });
  });
  afterAll(() => server.stop());

  /** Sends spans, by the values of their inputs, and waits until they are indexed. */
  async function send(project: string, inputs: Record<string, string>): Promise<void> {
    const data = Object.entries(inputs).map(([name, input], at) => ({
      name,
      context: { trace_id: `${project}-${name}`, span_id: `${project}-${name}` },
      parent_id: null,
      span_kind: 'CHAIN',
      start_time: `2026-03-01T00:00:${String(at).padStart(2, '0')}Z`,
      end_time: '2026-03-01T00:01:00Z',
      status_code: 'OK',
      status_message: input,
      attributes: {
        'input.value': input,
        word: 'größ',
        'input.mime_type': 'application/json',
        'retrieval.documents': [{ document: { content: input } }],
        // Too long for the row of the span.
        'output.value': `${input}${' and so on'.repeat(40)}`,
      },
    }));
    await server.request.post(`/v1/projects/${project}/spans`).send({ data }).expect(202);
    await whenIndexed(server);
  }

  /** Makes all blocks those of a version before, and waits until none is. */
  async function forgetTerms(): Promise<void> {
    await server.sql(`UPDATE span_blocks SET terms = array_to_tsvector(ARRAY['question'])`);
    await whenNone(server, `SELECT FROM span_blocks b WHERE ${IS_OUTDATED}`, 'index');
    await whenIndexed(server);
  }

  async function list(query: Record<string, string>, of = 'spans'): Promise<string[]> {
    const { body } = await server.request
      .get(`/v1/projects/escaped/${of}`)
      .query({ ...query, order: 'asc' })
      .expect(200);
    const { data } = body as { data: { name?: string; trace_id?: string }[] };
    return data.map(({ name, trace_id }) => name ?? trace_id!.replace('escaped-', ''));
  }

  it.each(['größe', 'GROSSE', 'こんにちは', 'にち', '"にちは größe"'])(
    'is found by a search for %s',
    async (search) => {
      expect(await list({ search })).toEqual(['escaped', 'plain', 'twice']);
    },
  );

  it('is found as it was sent, too', async () => {
    expect(await list({ search: 'gr\\u00f6\\u00dfe' })).toEqual(['escaped']);
    expect(await list({ filter: "'gr\\\\u00F6' in input.value" })).toEqual(['escaped']);
  });

  it.each([
    "'größe' in input.value",
    "'こんにちは größe' in input.value",
    "'GRÖßE' in output.value",
    "'question' in input.value and 'größe' in status_message",
    "'größe' in attributes['retrieval']['documents']",
    "'größe' in str(attributes['input']['value'])",
    "attributes['word'] in input.value",
  ])('meets the condition %s', async (filter) => {
    expect(await list({ filter })).toEqual(['escaped', 'plain', 'twice']);
  });

  it('meets conditions on JSON around it', async () => {
    expect(await list({ filter: `'question":"こんにちは' in input.value` })).toEqual([
      'escaped',
      'plain',
    ]);
  });

  it('does not meet the opposite', async () => {
    expect(await list({ filter: "'größe' not in input.value" })).toEqual(['other']);
    expect(await list({ filter: "not 'こん' in output.value" })).toEqual(['other']);
  });

  it('is found in conditions on traces', async () => {
    const expected = ['escaped', 'plain', 'twice'];
    expect((await list({ filter: "'größe' in input" }, 'traces')).toSorted()).toEqual(expected);
  });

  it('stays as it was sent, and only that is equal', async () => {
    const { body } = await server.request
      .get('/v1/projects/escaped/spans')
      .query({ filter: `input.value == ${JSON.stringify(ESCAPED)}` })
      .expect(200);
    const { data } = body as { data: { name: string; attributes: Record<string, unknown> }[] };
    expect(data.map(({ name, attributes }) => [name, attributes['input.value']])).toEqual([
      ['escaped', ESCAPED],
    ]);
  });

  it('is shown as it reads where a search found it', async () => {
    const { body } = await server.request
      .post('/graphql')
      .send({
        query: `{ getProjectByName(name: "escaped") { spans(first: 9, search: "größe", sort: {col: startTime, dir: asc}) {
          edges { node { name searchMatches(search: "question größe") { field excerpt start length } } } } } }`,
      })
      .expect(200);
    const { edges } = (body as { data: { getProjectByName: { spans: { edges: Edge[] } } } }).data
      .getProjectByName.spans;
    const texts = edges.map(({ node }) =>
      node.searchMatches.map(({ excerpt, start, length }) => excerpt.slice(start, start + length)),
    );
    expect(texts[0]).toEqual(['question', 'größe']);
    expect(edges[0]!.node.searchMatches[0]!.excerpt).toContain('こんにちは');
  });

  it('is found in blocks that a version before indexed, once they are indexed again', async () => {
    await forgetTerms();
    expect(await list({ search: 'größe' })).toEqual(['escaped', 'plain', 'twice']);
    expect(await server.sql(`SELECT FROM span_blocks WHERE ${hasText('grosse')}`)).toHaveLength(1);
  });

  it('is not handed over again to what follows the index', async () => {
    await server.sql(
      `INSERT INTO sampling_policies (project_id, is_enabled, rules, quiet_seconds)
       SELECT id, true, '[]', 86400 FROM projects WHERE name = 'escaped'`,
    );
    const countHandOvers = () =>
      server.sql(`SELECT last_value, is_called FROM undecided_spans_id_seq`);
    const before = await countHandOvers();
    await forgetTerms();
    expect(await countHandOvers()).toEqual(before);
    await send('escaped', { more: PLAIN });
    expect(await countHandOvers()).not.toEqual(before);
  });

  it('reads the same in PostgreSQL', async () => {
    const piece = fc.constantFrom(
      '\\',
      '\\\\',
      'u',
      '\\u',
      '00f6',
      'D83D',
      'dE80',
      '\\ud83d\\ude80',
      '0000',
      'x',
      '3053',
      '\n',
    );
    const texts = fc
      .sample(fc.array(piece, { maxLength: 12 }), 2_000)
      .map((parts) => parts.join(''));
    const rows = await server.sql<{ decoded: string }>(
      `SELECT ${decodeEscapesSql('text')} AS decoded
         FROM unnest($1::text[]) WITH ORDINALITY AS t (text, at) ORDER BY at`,
      [texts],
    );
    expect(rows.map(({ decoded }) => decoded)).toEqual(texts.map(decodeEscapes));
  });

  it('matches the pattern of what it reads', async () => {
    const text = fc.stringMatching(/^[a-z .*+?(){}[\]|^$<>&'"\\éß漢🚀\n-]{1,12}$/u);
    const texts = fc.sample(text, 1_000).map((one) => `${one}é`);
    const escaped = texts.map((one) => `before ${escapeText(one)} after`);
    const rows = await server.sql<{ isFound: boolean }>(
      `SELECT (text COLLATE "C") ~ pattern AS "isFound"
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t (text, pattern, at) ORDER BY at`,
      [escaped, texts.map(escapesPattern)],
    );
    expect(texts.filter((_, at) => !rows[at]!.isFound)).toEqual([]);
  });
});

interface Edge {
  node: { name: string; searchMatches: { excerpt: string; start: number; length: number }[] };
}
