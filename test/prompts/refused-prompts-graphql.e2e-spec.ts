import { startTestServer, type TestServer } from '../support/server.js';
import { createPrompt, mutate, refusal, versionInput } from './operations.js';

describe('prompts over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM prompts'));

  describe('createChatPrompt', () => {
    it('refuses a taken name without storing anything', async () => {
      await createPrompt(server, 'taken');
      const input = { name: 'taken', promptVersion: versionInput(), tags: [{ name: 'x' }] };
      const answer = await mutate(server, 'createChatPrompt', 'CreateChatPromptInput', input, 'id');
      expect(refusal(answer)).toBe('CONFLICT: Prompt "taken" already exists.');
      expect(await server.sql('SELECT 1 FROM prompt_versions')).toHaveLength(1);
    });

    const parts = (...content: unknown[]) => ({
      template: { messages: [{ role: 'USER', content }] },
    });
    it.each([
      [{ name: 'No!' }, '"Identifier" such as my-name_2'],
      [
        { tags: [{ name: 'live', promptVersionId: 'UHJvbXB0VmVyc2lvbjox' }] },
        'Omit `promptVersionId`: the tags of a new version point to that version.',
      ],
      [{ metadata: [] }, 'metadata: Input should be a valid dictionary'],
      [{ description: '\0' }, 'NUL'],
      [{ tags: [{ name: 'No!' }] }, '"Identifier" such as my-name_2'],
      [
        { tags: [{ name: 'live', description: '\0' }] },
        'tags.0.description: Input should not contain NUL',
      ],
      [
        { promptVersion: versionInput({ modelName: '\0' }) },
        'model_name: Input should not contain NUL',
      ],
      [{ promptVersion: versionInput({ metadata: 5 }) }, 'metadata: Input should be'],
      [
        { promptVersion: versionInput({ tools: { json: { type: 'tools', tools: [] } } }) },
        'tools.tools: List',
      ],
      [{ promptVersion: versionInput({ tools: { tools: [] } }) }, 'tools.tools: List'],
      [{ promptVersion: versionInput({ tools: {} }) }, 'tools.tools: Field required'],
      [
        { promptVersion: versionInput({ tools: { json: {}, tools: [] } }) },
        'Omit the other fields of `tools` if you send `json`.',
      ],
      [
        { promptVersion: versionInput({ tools: { tools: [{ raw: [] }] } }) },
        'raw.raw: Input should be a valid dictionary',
      ],
      [
        { promptVersion: versionInput({ tools: { tools: [{}] } }) },
        'got an invalid value at "input.promptVersion.tools.tools[0]".',
      ],
      [
        {
          promptVersion: versionInput({
            tools: { tools: [{ function: { name: 'f' } }], toolChoice: { none: false } },
          }),
        },
        'tool_choice: Input tag found',
      ],
      [
        { promptVersion: versionInput({ responseFormat: { json: [] } }) },
        'response_format: Input should be',
      ],
      [
        { promptVersion: versionInput({ responseFormat: { jsonSchema: {} } }) },
        'Field "name" of required type "String!" was not provided.',
      ],
      [
        {
          promptVersion: versionInput({ responseFormat: { jsonSchema: { name: 'n', schema: 5 } } }),
        },
        'schema: Input should be a valid dictionary',
      ],
      [{ promptVersion: versionInput(parts()) }, 'content: List should have at least 1 item'],
      [
        { promptVersion: versionInput({ invocationParameters: { json: { warm: 1 } } }) },
        'openai.openai.warm: Extra inputs',
      ],
      [
        { promptVersion: versionInput({ invocationParameters: { openai: { warm: 1 } } }) },
        'Field "warm" is not defined by type "PromptOpenAIInvocationParametersInput".',
      ],
      [
        { promptVersion: versionInput({ invocationParameters: { openai: { seed: 2 ** 31 } } }) },
        'got an invalid value at "input.promptVersion.invocationParameters.openai.seed"',
      ],
      [
        {
          promptVersion: versionInput({
            modelProvider: 'ANTHROPIC',
            invocationParameters: { anthropic: { maxTokens: 9, thinking: { disabled: false } } },
          }),
        },
        'thinking: Input tag found',
      ],
      [
        {
          promptVersion: versionInput({
            modelProvider: 'ANTHROPIC',
            invocationParameters: {
              anthropic: { maxTokens: 2048, thinking: { enabled: { budgetTokens: 2048 } } },
            },
          }),
        },
        'max_tokens must be greater than thinking.budget_tokens',
      ],
      [
        { promptVersion: versionInput({ invocationParameters: { json: [] } }) },
        'openai.openai: Input should be',
      ],
      [
        { promptVersion: versionInput({ invocationParameters: { google: {} } }) },
        'the openai parameters for the provider OPENAI',
      ],
      [
        { promptVersion: versionInput({ modelProvider: 'ANTHROPIC' }) },
        'the anthropic parameters for the provider ANTHROPIC',
      ],
      [
        {
          promptVersion: versionInput({
            template: {
              messages: [{ role: 'USER', roleName: 'boss', content: [{ text: { text: '' } }] }],
            },
          }),
        },
        "role: Input should be 'user'",
      ],
      [
        {
          promptVersion: versionInput({
            template: {
              messages: [{ role: 'USER', roleName: 'system', content: [{ text: { text: '' } }] }],
            },
          }),
        },
        'the role name system does not fit the role USER',
      ],
    ])('explains what is wrong with %j', async (fields, expected) => {
      const input = { name: 'new', promptVersion: versionInput(), ...fields };
      const answer = await mutate(server, 'createChatPrompt', 'CreateChatPromptInput', input, 'id');
      expect(refusal(answer)).toContain(expected);
      expect(refusal(answer)).toMatch(/^BAD_USER_INPUT/);
      expect(await server.sql('SELECT 1 FROM prompts')).toEqual([]);
    });

    it('accepts exactly one kind of content and of parameters', async () => {
      const two = { text: { text: 'x' }, toolResult: { toolCallId: '1', result: 1 } };
      for (const promptVersion of [
        versionInput(parts(two)),
        versionInput(parts({})),
        versionInput({ invocationParameters: { openai: {}, google: {} } }),
      ]) {
        const input = { name: 'new', promptVersion };
        const answer = await mutate(
          server,
          'createChatPrompt',
          'CreateChatPromptInput',
          input,
          'id',
        );
        expect(refusal(answer)).toMatch(/^BAD_USER_INPUT/);
      }
    });
  });

  describe('setPromptVersionTag', () => {
    it.each([
      [{}, 'BAD_USER_INPUT: `promptVersionId` is required.'],
      [{ promptVersionId: null }, 'BAD_USER_INPUT: `promptVersionId` is required.'],
      [{ promptVersionId: 'UHJvbXB0OjE=' }, 'BAD_USER_INPUT'],
      [{ promptVersionId: 'UHJvbXB0VmVyc2lvbjo5OTk5OTk=' }, 'NOT_FOUND'],
    ])('refuses %j', async (version, expected) => {
      const input = { name: 'live', ...version };
      const answer = await mutate(
        server,
        'setPromptVersionTag',
        'SetPromptVersionTagInput',
        input,
        'prompt { id }',
      );
      expect(refusal(answer)).toContain(expected);
    });
  });
});
