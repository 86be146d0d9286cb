// cspell:disable -- pieces of words
import { testTerms } from '../../../src/tracing/span-index/block-test.js';
import { IndexedBlock } from '../../../src/tracing/span-index/index-blocks.js';
import { WRITTEN_TERMS } from '../../../src/tracing/span-index/outdated-blocks.queries.js';
import type { SpanContents } from '../../../src/tracing/span-index/span-texts.js';
import {
  attributeContainsTerms,
  containsTerms,
  equalsTerms,
  failedParentTerms,
  type TermQuery,
  valueTerms,
} from '../../../src/tracing/span-index/terms.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const SPAN: SpanContents = {
  name: 'answer',
  statusMessage: '',
  attributes: JSON.stringify({ 'llm.model_name': 'gpt-4o', 'llm.temperature': 1.5 }),
  payload: JSON.stringify({
    input: { value: 'Straße to Kilimanjaro 東京タワー, SLA 7' },
    tags: ['a'],
  }),
  events: null,
};

/** What the version before wrote for this span, which it said had a failed parent. */
const FORMER = `=Pz4LFOifUx answer nswer swer wer llm model odel del name ame gpt 4o =x0lKDQzI9Y
  !TN3Ak9VLsa #TN3Ak9VLsa temperat emperatu mperatur perature erature rature ature ture ure 1 5
  =61UmtEFUU9 !zPFOeDa8yT input nput put !FA-GquUaue #FA-GquUaue value alue lue strasse trasse rasse
  asse sse to kilimanj ilimanja limanjar imanjaro manjaro anjaro njaro jaro aro 東京 京タ タワ ワー ー
  sla 7 =lU4XuNybJH tags ags !m271oaSZkj #m271oaSZkj a !failed-parent !2`;

describe('the terms of a block', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  /** Lists the blocks that a query finds: one of the version before, one of this, and what the one before wrote over it. */
  async function find(query: TermQuery): Promise<string[]> {
    const block = new IndexedBlock();
    block.add([SPAN]);
    const parameters: unknown[] = [FORMER.split(/\s+/), [...block.list(true)], [1]];
    const test = testTerms(query)!;
    const isFound = test((value) => `$${parameters.push(value)}`, {
      projectId: '0',
      mayBegin: () => 'true',
    });
    const rows = await server.sql<{ name: string }>(
      `SELECT name FROM (VALUES
         ('former', array_to_tsvector($1::text[]), NULL::integer[]),
         ('indexed', ${WRITTEN_TERMS}, $2::integer[]),
         ('written over', array_to_tsvector($1::text[]), $3::integer[])) b (name, terms, codes)
        WHERE ${isFound} ORDER BY name`,
      parameters,
    );
    return rows.map(({ name }) => name);
  }

  it.each<[string, TermQuery]>([
    ['a word', containsTerms('Kilimanjaro')],
    ['the end of a word', containsTerms('manjaro')],
    ['a part of a word', containsTerms('iman')],
    ['three letters', containsTerms('sla')],
    ['three letters within a word', containsTerms('lim')],
    ['three letters at the end of a word', containsTerms('aro')],
    ['other case', containsTerms('STRASSE')],
    ['a phrase', containsTerms('straße to kilimanjaro')],
    ['characters without spaces', containsTerms('京タワ')],
    ['one such character', containsTerms('ー')],
    ['a text that may be cut', containsTerms('kilimanjaro', 'exact')],
    ['a part of an attribute', attributeContainsTerms('input.value', 'kiliman')],
    ['a part of an attribute that is an object', attributeContainsTerms('llm', 'unknown')],
    ['a name', valueTerms('name', ['other', 'answer'])],
    ['the value of an attribute', equalsTerms('llm.model_name', ['gpt-4o'])],
    ['a number, however it is written', equalsTerms('llm.temperature', ['1.50'])],
    ['the value of an attribute that is an object', equalsTerms('input', ['{}'])],
    ['a failed parent', failedParentTerms()],
  ])('are found by %s, whichever version wrote them', async (_, query) => {
    expect(await find(query)).toEqual(['former', 'indexed', 'written over']);
  });

  it.each<[string, TermQuery]>([
    ['another word', containsTerms('Aconcagua')],
    ['a word with more letters', containsTerms('kilimanjaros')],
    ['three letters that nothing has', containsTerms('xyz')],
    ['one word too many', containsTerms('kilimanjaro aconcagua')],
    ['characters in another order', containsTerms('京東')],
    ['another name', valueTerms('name', ['plan'])],
    ['no value', valueTerms('name', [])],
    ['another value', equalsTerms('llm.model_name', ['gpt-4'])],
    ['a part of another attribute', attributeContainsTerms('output.value', 'aconcagua')],
  ])('are not found by %s, whichever version wrote them', async (_, query) => {
    expect(await find(query)).toEqual([]);
  });
});
