import { printExactJson } from '../../../lib/json/exact-json.js';
import { NO_CONNECTION } from './connection-draft.js';
import {
  createBlankStart,
  createPlaygroundDraft,
  type PlaygroundDraft,
  type Variant,
} from './playground-draft.js';
import { readQuestion } from './read-question.js';
import { createVariable, setVariable } from './variables.js';

const KEYS = [{ envVarName: 'OPENAI_API_KEY', value: 'k' }];

const message = (text: string): Variant['messages'] => [
  { key: 1, role: 'USER', roleName: undefined, parts: [{ key: 2, kind: 'text', text }] },
];

const read = (change: Partial<Variant>, shared: Partial<PlaygroundDraft> = {}) => {
  const draft = { ...createPlaygroundDraft(createBlankStart()), ...shared };
  const variant = { ...draft.variants[0]!, modelName: 'm', messages: message('Hi'), ...change };
  return readQuestion(variant, draft, KEYS);
};

const valueOf = (...given: Parameters<typeof read>) => {
  const question = read(...given);
  if ('problem' in question) throw new Error(question.problem);
  return question.value;
};

describe('what a run sends', () => {
  it('has the values of the variables that the messages contain', () => {
    const variables = {
      name: { text: 'Ada', isJson: false },
      items: { text: '[{"n": 1.0}]', isJson: true },
      unused: { text: '{', isJson: true },
    };
    const { template } = valueOf(
      { messages: message('Hi {{name}}, {{#items}}{{n}}{{/items}}') },
      { variables },
    );
    expect(template.format).toBe('MUSTACHE');
    expect(printExactJson(template.variables as never, 0)).toBe(
      '{"name":"Ada","items":[{"n":1.0}]}',
    );
  });

  it('has a variable with any name', () => {
    const variables = setVariable({}, '__proto__', { text: 'x', isJson: false });
    const { template } = valueOf({ messages: message('{{__proto__}}') }, { variables });
    expect(printExactJson(template.variables as never, 0)).toBe('{"__proto__":"x"}');
  });

  it('has no blank messages', () => {
    const messages = [...message(' '), ...message('Hi')];
    const { promptVersion } = valueOf({ messages });
    expect(promptVersion.template.messages).toMatchObject([
      { content: [{ text: { text: 'Hi' } }] },
    ]);
    expect(read({ messages: message('') })).toEqual({ problem: 'Write a message.' });
  });

  it('has no parameters that the provider does not accept', () => {
    const given = { messages: message('Hi'), parameters: '{"thinking": {}, "seed": 1, "x": 2}' };
    expect(read(given)).toEqual({ problem: 'Parameters: OpenAI does not accept thinking, x.' });
  });

  it('has its images apart, with the index of their message', () => {
    const url = 'data:image/png;base64,AA==';
    const image = { key: 3, kind: 'file' as const, url, mediaType: 'image/png', name: 'a.png' };
    const messages = [...message('Look'), { ...message('')[0]!, parts: [image] }];
    const { files, promptVersion } = valueOf({ messages });
    expect(files).toEqual([{ messageIndex: 1, url, mediaType: 'image/png', name: 'a.png' }]);
    expect(promptVersion.template.messages[1]?.content).toEqual([{ text: { text: '' } }]);
  });

  it('has the address in the field of the provider', () => {
    const connection = { ...NO_CONNECTION, address: ' https://x.example ', region: 'eu-west-1' };
    expect(valueOf({ modelProvider: 'AWS', connection }).connectionConfig).toMatchObject({
      endpointUrl: 'https://x.example',
      regionName: 'eu-west-1',
    });
    expect(valueOf({ modelProvider: 'OPENAI', connection }).connectionConfig).toMatchObject({
      baseUrl: 'https://x.example',
      regionName: null,
    });
    expect(valueOf({}).connectionConfig).toBeNull();
  });

  it('has no credentials for a custom provider', () => {
    expect(valueOf({}).credentials).toEqual(KEYS);
    const custom = valueOf({
      customProviderId: 'id',
      connection: { ...NO_CONNECTION, headers: '[' },
    });
    expect(custom.credentials).toEqual([]);
    expect(custom.promptVersion.customProviderId).toBe('id');
  });

  it.each([
    [{ modelName: ' ' }, {}, 'Enter the name of the model.'],
    [{ messages: [] }, {}, 'Write a message.'],
    [{ connection: { ...NO_CONNECTION, headers: '[' } }, {}, 'Headers: '],
    [
      { messages: message('{{a}}') },
      { variables: { a: { text: '', isJson: true } } },
      'Variable a: ',
    ],
  ])('is refused with %j', (change, shared, problem) => {
    const question = read(change, shared);
    expect('problem' in question && question.problem).toContain(problem);
  });
});

describe('a variable', () => {
  it('is JSON if a section needs it', () => {
    const texts = ['{{name}} {{# items }}{{/items}} {{^none}}{{/none}}'];
    const isJson = (name: string) => createVariable(name, texts, 'MUSTACHE').isJson;
    expect(['name', 'items', 'none'].map(isJson)).toEqual([false, true, true]);
    expect(createVariable('items', texts, 'F_STRING').isJson).toBe(false);
  });
});
