import { startTestServer, type TestServer } from '../support/server.js';
import { createPrompt, VERSION_FIELDS, versionInput } from './operations.js';

describe('prompts over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM prompts'));

  const latest = async (name: string): Promise<Record<string, unknown>> => {
    const answer = await server.gql<{ getPromptByName: { version: Record<string, unknown> } }>(
      `query ($name: Identifier!) { getPromptByName(name: $name) { version { ${VERSION_FIELDS} } } }`,
      { name },
    );
    expect(answer.errors).toBeUndefined();
    return answer.data!.getPromptByName.version;
  };

  describe('createChatPrompt', () => {
    it('creates a prompt with its first version and tags', async () => {
      const messages = [
        { role: 'SYSTEM', content: [{ text: { text: 'Be {{tone}}.' } }] },
        { role: 'SYSTEM', roleName: 'developer', content: [{ text: { text: '' } }] },
        {
          role: 'AI',
          content: [
            { toolCall: { toolCallId: '1', toolCall: { name: 'f', arguments: '{"a":1}' } } },
          ],
        },
        { role: 'TOOL', content: [{ toolResult: { toolCallId: '1', result: null } }] },
        { role: 'TOOL', content: [{ toolResult: { toolCallId: '1', result: { z: 1, a: [2] } } }] },
        { role: 'USER', content: [{ text: { text: '{{question}} {{tone}}' } }] },
      ];
      const tools = {
        type: 'tools',
        tools: [
          { type: 'function', function: { name: 'f', parameters: { z: 1, a: 2 }, strict: true } },
          { type: 'raw', raw: { type: 'web_search' } },
        ],
        tool_choice: { type: 'specific_function', function_name: 'f' },
        disable_parallel_tool_calls: true,
      };
      const responseFormat = {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: { type: 'object' } },
      };
      const openai = { temperature: 1, seed: 7, stop: ['x'], reasoning_effort: 'xhigh' };
      const promptVersion = {
        ...versionInput(),
        description: 'first try',
        template: { messages },
        tools: { json: tools },
        responseFormat: { json: responseFormat },
        invocationParameters: { json: openai },
        modelProvider: 'AZURE_OPENAI',
        metadata: { ticket: 5 },
      };
      await createPrompt(server, 'full', {
        promptVersion,
        description: 'd',
        metadata: { z: 1, a: { b: [true] } },
        tags: [{ name: 'production', description: 'live' }, { name: 'staging' }],
      });
      expect(await latest('full')).toMatchObject({
        description: 'first try',
        templateType: 'CHAT',
        modelProvider: 'AZURE_OPENAI',
        metadata: { ticket: 5 },
        sequenceNumber: 1,
        isLatest: true,
        previousVersion: null,
        variables: ['tone', 'question'],
        tags: [{ name: 'production' }, { name: 'staging' }],
        template: {
          messages: messages.map((message) => ({
            roleName: { SYSTEM: 'system', AI: 'ai', TOOL: 'tool', USER: 'user' }[message.role],
            ...message,
          })),
        },
        tools: {
          tools: [
            {
              function: { name: 'f', description: null, parameters: { z: 1, a: 2 }, strict: true },
            },
            { raw: { type: 'web_search' } },
          ],
          toolChoice: { type: 'SPECIFIC_FUNCTION', functionName: 'f' },
          disableParallelToolCalls: true,
          json: tools,
        },
        responseFormat: {
          jsonSchema: {
            name: 'answer',
            description: null,
            schema: { type: 'object' },
            strict: null,
          },
          json: responseFormat,
        },
        invocationParameters: {
          temperature: 1,
          topP: null,
          seed: 7,
          stop: ['x'],
          reasoningEffort: 'XHIGH',
          json: openai,
        },
      });
      const rest = await server.request.get('/v1/prompts/full/tags/production').expect(200);
      expect(rest.body.data).toMatchObject({ tools, response_format: responseFormat });
      expect(rest.body.data.template.messages[2].content).toEqual([
        {
          type: 'tool_call',
          tool_call_id: '1',
          tool_call: { type: 'function', name: 'f', arguments: '{"a":1}' },
        },
      ]);
    });

    it('returns the parameters of every family', async () => {
      const thinking = { type: 'enabled', budget_tokens: 2048, display: 'omitted' };
      const cases = [
        [
          'ANTHROPIC',
          { json: { max_tokens: 4096, thinking, output_config: { effort: 'max' } } },
          {
            anthropicMaxTokens: 4096,
            thinking: { type: 'ENABLED', budgetTokens: 2048, display: 'OMITTED' },
            outputConfig: { effort: 'MAX' },
          },
        ],
        [
          'GOOGLE',
          { json: { top_k: 40, thinking_config: { thinking_level: 'minimal' } } },
          {
            topK: 40,
            thinkingConfig: {
              thinkingBudget: null,
              thinkingLevel: 'MINIMAL',
              includeThoughts: null,
            },
          },
        ],
        ['AWS', { json: { max_tokens: 5 } }, { maxTokens: 5 }],
        ['TOGETHER', { json: { seed: 9007199254740991 } }, { seed: 9007199254740991 }],
      ] as const;
      for (const [modelProvider, invocationParameters, expected] of cases) {
        const promptVersion = versionInput({ modelProvider, invocationParameters });
        await createPrompt(server, 'family', { promptVersion });
        expect((await latest('family')).invocationParameters).toMatchObject(expected);
        await server.sql('DELETE FROM prompts');
      }
    });

    it('keeps JSON integers that exceed the precision of a double', async () => {
      const body =
        `{"query":"mutation($i:CreateChatPromptInput!){createChatPrompt(input:$i){id metadata}}",` +
        `"variables":{"i":{"name":"big","metadata":{"n":9007199254740993},"promptVersion":` +
        `${JSON.stringify(versionInput()).slice(0, -1)},"tools":{"tools":[` +
        `{"raw":{"n":[9007199254740993]}}]}}}}}`;
      const response = await server.request
        .post('/graphql')
        .set('content-type', 'application/json')
        .send(body);
      expect(response.text).toContain('"metadata":{"n":9007199254740993}');
      const rest = await server.request.get('/v1/prompts/big/latest');
      expect(rest.text).toContain('"raw":{"n":[9007199254740993]}');
    });
  });
});
