import { startTestServer, type TestServer } from '../support/server.js';
import { createPrompt, VERSION_FIELDS, versionInput } from './operations.js';

describe('typed inputs of prompts', () => {
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

  it.each([
    [
      'OPENAI',
      {
        openai: {
          temperature: 1,
          topP: 0.5,
          maxTokens: 5,
          maxCompletionTokens: 6,
          frequencyPenalty: 0.1,
          presencePenalty: null,
          seed: 7,
          stop: ['x'],
          reasoningEffort: 'XHIGH',
          extraBody: { camelCase: { reasoningEffort: 'HIGH' } },
        },
      },
      {
        temperature: 1,
        top_p: 0.5,
        max_tokens: 5,
        max_completion_tokens: 6,
        frequency_penalty: 0.1,
        seed: 7,
        stop: ['x'],
        reasoning_effort: 'xhigh',
        extra_body: { camelCase: { reasoningEffort: 'HIGH' } },
      },
    ],
    [
      'ANTHROPIC',
      {
        anthropic: {
          maxTokens: 4096,
          stopSequences: ['x'],
          outputConfig: { effort: 'MAX' },
          thinking: { enabled: { budgetTokens: 2048, display: 'OMITTED' } },
        },
      },
      {
        max_tokens: 4096,
        stop_sequences: ['x'],
        output_config: { effort: 'max' },
        thinking: { type: 'enabled', budget_tokens: 2048, display: 'omitted' },
      },
    ],
    [
      'ANTHROPIC',
      { anthropic: { maxTokens: 1, thinking: { adaptive: {} } } },
      { max_tokens: 1, thinking: { type: 'adaptive' } },
    ],
    [
      'ANTHROPIC',
      { anthropic: { maxTokens: 1, thinking: { disabled: true } } },
      { max_tokens: 1, thinking: { type: 'disabled' } },
    ],
    [
      'GOOGLE',
      {
        google: {
          topK: 40,
          thinkingConfig: { thinkingLevel: 'MINIMAL', includeThoughts: true },
        },
      },
      { top_k: 40, thinking_config: { thinking_level: 'minimal', include_thoughts: true } },
    ],
    ['AWS', { aws: { maxTokens: 5 } }, { max_tokens: 5 }],
  ])('reads the typed parameters of %s', async (modelProvider, invocationParameters, stored) => {
    await createPrompt(server, 'typed', {
      promptVersion: versionInput({ modelProvider, invocationParameters }),
    });
    expect((await latest('typed')).invocationParameters).toMatchObject({ json: stored });
  });

  it.each([
    [{ none: true }, { type: 'none' }],
    [{ zeroOrMore: true }, { type: 'zero_or_more' }],
    [{ oneOrMore: true }, { type: 'one_or_more' }],
    [
      { specificFunction: { functionName: 'f' } },
      { type: 'specific_function', function_name: 'f' },
    ],
  ])('reads typed tools with the choice %j, and a typed format', async (toolChoice, choice) => {
    const parameters = { type: 'object', properties: { someKey: { type: 'string' } } };
    const jsonSchema = { name: 'answer', schema: parameters, strict: true, description: null };
    await createPrompt(server, 'typed', {
      promptVersion: versionInput({
        tools: {
          tools: [
            { function: { name: 'f', description: null, parameters, strict: true } },
            { raw: { type: 'web_search' } },
          ],
          toolChoice,
          disableParallelToolCalls: true,
        },
        responseFormat: { jsonSchema },
      }),
    });
    const rest = await server.request.get('/v1/prompts/typed/latest').expect(200);
    expect(rest.body.data).toMatchObject({
      tools: {
        type: 'tools',
        tools: [
          { type: 'function', function: { name: 'f', parameters, strict: true } },
          { type: 'raw', raw: { type: 'web_search' } },
        ],
        tool_choice: choice,
        disable_parallel_tool_calls: true,
      },
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: parameters, strict: true },
      },
    });
  });
});
