import { startSecuredServer } from '../support/accounts.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { refusal } from './operations.js';
import { push, saying } from './sent-prompts.js';

const APPLY = `query ($template: PromptChatTemplateInput!, $options: PromptTemplateOptions!, $mapping: JSON) {
  applyChatTemplate(template: $template, templateOptions: $options, inputMapping: $mapping) {
    messages { role content {
      ... on TextContentPart { text { text } }
      ... on ToolCallContentPart { toolCall { toolCall { arguments } } }
      ... on ToolResultContentPart { toolResult { result } }
    } }
  }
}`;

interface Applied {
  applyChatTemplate: { messages: { content: { text: { text: string } }[] }[] };
}

describe('rendering prompts', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM prompts'));

  const apply = (text: string, variables: unknown, format = 'MUSTACHE', mapping?: unknown) =>
    server.gql<Applied>(APPLY, {
      template: { messages: [{ role: 'USER', content: [{ text: { text } }] }] },
      options: { variables, format },
      mapping,
    });
  const rendered = async (...args: Parameters<typeof apply>) => {
    const answer = await apply(...args);
    return answer.data?.applyChatTemplate.messages[0]!.content[0]!.text.text ?? refusal(answer);
  };

  it('replaces variables in every format, but only in text parts', async () => {
    expect(await rendered('{{a}} {{{a}}} {b}', { a: '<&>' })).toBe('<&> <&> {b}');
    expect(await rendered('{a} {{a}}', { a: '<&>' }, 'F_STRING')).toBe('<&> {a}');
    expect(await rendered('{a} {{a}}', {}, 'NONE')).toBe('{a} {{a}}');
    const messages = [
      { role: 'SYSTEM', content: [{ text: { text: '{{a}}' } }, { text: { text: '{{b}}' } }] },
      {
        role: 'AI',
        content: [{ toolCall: { toolCallId: '1', toolCall: { name: 'f', arguments: '{{a}}' } } }],
      },
      { role: 'TOOL', content: [{ toolResult: { toolCallId: '1', result: '{{a}}' } }] },
    ];
    const options = { variables: { a: 1, b: 2 }, format: 'MUSTACHE' };
    const { data } = await server.gql(APPLY, { template: { messages }, options });
    expect(data).toEqual({
      applyChatTemplate: {
        messages: [
          { role: 'SYSTEM', content: [{ text: { text: '1' } }, { text: { text: '2' } }] },
          { role: 'AI', content: [{ toolCall: { toolCall: { arguments: '{{a}}' } } }] },
          { role: 'TOOL', content: [{ toolResult: { result: '{{a}}' } }] },
        ],
      },
    });
  });

  it('maps variables to paths and literals', async () => {
    const given = { input: { messages: [{ 'content.x': 'found' }] } };
    const mapping = {
      pathMapping: { q: 'input.messages[0]["content.x"]', all: '$' },
      literalMapping: { tone: 'kind', q2: null },
    };
    expect(await rendered('{{q}} {{tone}} [{{q2}}]', given, 'MUSTACHE', mapping)).toBe(
      'found kind []',
    );
    expect(await rendered('{{x}}', given, 'MUSTACHE', { pathMapping: { x: 'input.nope' } })).toBe(
      'UNPROCESSABLE: Missing variables: x',
    );
    for (const path of [
      '__proto__',
      'input.constructor',
      'input.messages.length',
      'input..',
      '[',
    ]) {
      expect(await rendered('{{x}}', given, 'MUSTACHE', { pathMapping: { x: path } })).toContain(
        'Missing variables: x',
      );
    }
    expect(await rendered('', {}, 'MUSTACHE', { pathMapping: { x: 5 } })).toMatch(
      /^BAD_USER_INPUT/,
    );
    expect(await rendered('', {}, 'MUSTACHE', { other: {} })).toMatch(/^BAD_USER_INPUT/);
  });

  it.each([
    ['{{constructor.constructor}}', 'MUSTACHE', 'Missing variables: constructor.constructor'],
    ['{{__proto__}}', 'MUSTACHE', 'Missing variables: __proto__'],
    ['{{> /etc/passwd}}', 'MUSTACHE', 'Partials are not supported'],
    ['{{=<% %>=}}', 'MUSTACHE', 'delimiters'],
    ['{{#a}}', 'MUSTACHE', 'Unclosed section'],
    ['{a.__class__.__mro__}', 'F_STRING', 'braces can contain only a name'],
    ['{a[0]}', 'F_STRING', 'braces can contain only a name'],
    ['{a!r}', 'F_STRING', 'braces can contain only a name'],
    ['{__class__}', 'F_STRING', 'Python reserves such names'],
  ])('refuses the hostile %s', async (text, format, expected) => {
    expect(await rendered(text, { a: {} }, format)).toContain(expected);
  });

  it('needs no variables if the messages have none', async () => {
    for (const variables of [undefined, null]) {
      expect(await rendered('Hi', variables)).toBe('Hi');
      expect(await rendered('Hi {{who}}', variables)).toContain('Missing variables: who');
    }
  });

  it('refuses variables that are not an object', async () => {
    for (const variables of ['x', 5, []]) {
      expect(await rendered('x', variables)).toMatch(/^BAD_USER_INPUT/);
    }
  });

  it('lists the variables of messages, and the messages that cannot be rendered', async () => {
    const message = (...texts: string[]) => ({
      role: 'USER',
      content: texts.map((text) => ({ text: { text } })),
    });
    const { data } = await server.gql(
      `query ($template: PromptChatTemplateInput!) {
         readChatTemplate(template: $template, format: MUSTACHE) { names problems { index message } }
       }`,
      {
        template: { messages: [message('{{b}}', '{{a}}'), message('{{b}}', '{{c'), message('x')] },
      },
    );
    expect(data).toEqual({
      readChatTemplate: {
        names: ['b', 'a'],
        problems: [{ index: 1, message: 'The tag at character 1 has no closing }}.' }],
      },
    });
  });

  it('stores hostile templates unchanged and lists their valid variables', async () => {
    const hostile = '{{> x}} {{constructor}} {{#a}} <script>alert(1)</script> {{{{';
    await push(server, 'hostile', saying(hostile));
    const { data } = await server.gql<{ getPromptByName: { version: object } }>(
      `{ getPromptByName(name: "hostile") { version { variables template {
         ... on PromptChatTemplate { messages { content { ... on TextContentPart { text { text } } } } }
      } } } }`,
    );
    expect(data!.getPromptByName.version).toEqual({
      variables: [],
      template: { messages: [{ content: [{ text: { text: hostile } }] }] },
    });
  });
});

describe('code that fetches a version', () => {
  const SNIPPETS = `query ($server: String, $tag: Identifier, $latest: Boolean! = false) {
    getPromptByName(name: "p") { version { id snippets(server: $server, tagName: $tag, latest: $latest) {
      language code } } } }`;
  interface Snippets {
    getPromptByName: { version: { id: string; snippets: { language: string; code: string }[] } };
  }

  it('names the server, the version and the variables', async () => {
    const server = await startTestServer();
    await push(server, 'p', saying('{{question}} {{the "tone"}}'));
    const show = async (variables: Record<string, unknown>) => {
      const { data } = await server.gql<Snippets>(SNIPPETS, variables);
      const { id, snippets } = data!.getPromptByName.version;
      return { id, code: snippets.map(({ code }) => code) };
    };
    const { id, code } = await show({ server: 'https://spandrel.example/root' });
    expect(code[0]).toContain('Client(base_url="https://spandrel.example/root")');
    expect(code[0]).toContain(`prompts.get(prompt_version_id="${id}")`);
    expect(code[0]).toContain('{"question": "…", "the \\"tone\\"": "…"}');
    expect(code[1]).toContain(`prompt: { versionId: "${id}" }`);
    expect(code[2]).toBe(
      `curl 'https://spandrel.example/root/v1/prompt_versions/${encodeURIComponent(id)}'`,
    );
    const tagged = await show({ tag: 'production' });
    expect(tagged.code[0]).toContain('prompts.get(prompt_identifier="p", tag="production")');
    expect(tagged.code[1]).toContain('prompt: { name: "p", tag: "production" }');
    expect(tagged.code[2]).toMatch(/\/v1\/prompts\/p\/tags\/production'$/);
    const newest = await show({ latest: true });
    expect(newest.code[0]).toContain('prompts.get(prompt_identifier="p")');
    // The URL that curl fetches exists.
    const url = new URL(/'(.*)'/.exec(newest.code[2]!)![1]!);
    const response = await server.request.get(url.pathname).expect(200);
    expect(response.body.data.id).toBe(id);
    await server.stop();
  });

  it('says where the code gets the API key if the server requires one', async () => {
    const server = await startSecuredServer();
    const headers = { Authorization: `Bearer ${server.systemKey}` };
    const body = { prompt: { name: 'p' }, version: saying('x') };
    await server.request.post('/v1/prompts').set(headers).send(body).expect(200);
    const { data } = await server.gqlAs<Snippets>(headers, SNIPPETS);
    const code = data!.getPromptByName.version.snippets.map((snippet) => snippet.code);
    expect(code[0]).toContain('# Reads the API key from PHOENIX_API_KEY.');
    expect(code[1]).toContain('// Reads the API key from PHOENIX_API_KEY.');
    expect(code[2]).toContain('--header "Authorization: Bearer $PHOENIX_API_KEY"');
    await server.stop();
  });
});
