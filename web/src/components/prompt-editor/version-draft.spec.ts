import { parseExactJson, printExactJson } from '../../lib/json/exact-json.js';
import type { VersionDetail } from './version.js';
import { moveMessage, createMessage, createPart } from './message-draft.js';
import {
  createEmptyDraft,
  readTags,
  readVersionDraft,
  toVersionDraft,
  type VersionDraft,
  changeProvider,
} from './version-draft.js';

const DRAFT: VersionDraft = { ...createEmptyDraft(), modelName: 'm' };

const problemOf = (change: Partial<VersionDraft>) => {
  const reading = readVersionDraft({ ...DRAFT, ...change });
  return 'problem' in reading ? reading.problem : undefined;
};

describe('a version in the editor', () => {
  it('comes back as it was stored, except for its note and tags', () => {
    const json = (text: string) => parseExactJson(text) as unknown;
    const parameters = '{"temperature":1.0,"seed":12345678901234567890}';
    const tools = '{"type":"tools","tools":[{"type":"raw","raw":{"type":"web_search"}}]}';
    const format = '{"type":"json_schema","json_schema":{"name":"n","schema":{"z":1,"a":2}}}';
    const content = [
      { __typename: 'TextContentPart', text: { text: 'Hi {{a}}' } },
      {
        __typename: 'ToolCallContentPart',
        toolCall: { toolCallId: '1', toolCall: { name: 'f', arguments: '{"a": 1}' } },
      },
      {
        __typename: 'ToolResultContentPart',
        toolResult: { toolCallId: '1', result: json('{"n":1.0}') },
      },
    ];
    const version = {
      templateFormat: 'F_STRING',
      modelProvider: 'DEEPSEEK',
      customProvider: { id: 'Q3VzdG9tOjE=' },
      modelName: 'm',
      description: 'note',
      template: {
        __typename: 'PromptChatTemplate',
        messages: [{ role: 'SYSTEM', roleName: 'developer', content }],
      },
      invocationParameters: { json: json(parameters) },
      tools: { json: json(tools) },
      responseFormat: { json: json(format) },
    } as unknown as VersionDetail;
    const notes = { tags: 'live, test', metadata: '{ "ticket": 1.0 }' };
    const reading = readVersionDraft({ ...toVersionDraft(version), ...notes });
    if ('problem' in reading) throw new Error(reading.problem);
    const { version: input, tags } = reading.value;
    expect(tags).toEqual([{ name: 'live' }, { name: 'test' }]);
    expect(printExactJson(input as never, 0)).toBe(
      '{"description":null,"templateFormat":"F_STRING","template":{"messages":[{"role":"SYSTEM",' +
        '"roleName":"developer","content":[{"text":{"text":"Hi {{a}}"}},{"toolCall":{"toolCallId":' +
        '"1","toolCall":{"name":"f","arguments":"{\\"a\\": 1}"}}},{"toolResult":{"toolCallId":"1",' +
        `"result":{"n":1.0}}}]}]},"invocationParameters":{"json":${parameters}},"tools":{"json":${tools}},` +
        `"responseFormat":{"json":${format}},"modelProvider":"DEEPSEEK",` +
        '"customProviderId":"Q3VzdG9tOjE=","modelName":"m","metadata":{"ticket":1.0}}',
    );
  });

  it.each([
    [{ modelName: ' ' }, 'Enter the name of the model.'],
    [{ parameters: '[1]' }, 'Parameters: This must be an object'],
    [{ parameters: '{' }, 'Parameters: Line 1'],
    [{ tools: { text: '5', choice: '', isParallel: null } }, 'Tools must be a list'],
    [{ responseFormat: '[]' }, 'Response format: This must be an object'],
    [{ tags: 'live, No!' }, '“No!” is not a valid tag name.'],
    [{ metadata: '[1]' }, 'Version metadata: This must be an object'],
    [{ messages: [{ ...createMessage('USER'), parts: [] }] }, 'Message 1 is empty.'],
    [
      {
        messages: [createMessage('USER'), { ...createMessage('AI'), parts: [createPart('call')] }],
      },
      'Message 2: the tool to call needs a name.',
    ],
  ])('is refused with %j', (change, problem) => {
    expect(problemOf(change)).toContain(problem);
  });

  it('accepts a bare schema as a response format', () => {
    const reading = readVersionDraft({ ...DRAFT, responseFormat: '{"name":"n","schema":{}}' });
    expect('value' in reading && reading.value.version.responseFormat).toEqual({
      json: { type: 'json_schema', json_schema: { name: 'n', schema: {} } },
    });
  });

  it('gets the parameter that its provider requires', () => {
    expect(changeProvider(DRAFT, 'ANTHROPIC').parameters).toContain('max_tokens');
    expect(changeProvider({ ...DRAFT, parameters: '{"top_p":1}' }, 'ANTHROPIC').parameters).toBe(
      '{"top_p":1}',
    );
    expect(changeProvider(DRAFT, 'GOOGLE').parameters).toBe('');
  });

  it('has each tag once', () => {
    expect(readTags(' live,  test\nlive ')).toEqual(['live', 'test']);
    expect(readTags('')).toEqual([]);
  });

  it('moves messages, but not beyond the ends', () => {
    const [first, second, last] = [
      createMessage('SYSTEM'),
      createMessage('USER'),
      createMessage('AI'),
    ] as const;
    const roles = ({ key }: { key: number }, by: -1 | 1) =>
      moveMessage([first, second, last], key, by).map(({ role }) => role);
    expect(roles(second, -1)).toEqual(['USER', 'SYSTEM', 'AI']);
    expect(roles(second, 1)).toEqual(['SYSTEM', 'AI', 'USER']);
    expect(roles(first, -1)).toEqual(['SYSTEM', 'USER', 'AI']);
    expect(roles(last, 1)).toEqual(['SYSTEM', 'USER', 'AI']);
    expect(roles({ key: -1 }, 1)).toEqual(['SYSTEM', 'USER', 'AI']);
  });
});
