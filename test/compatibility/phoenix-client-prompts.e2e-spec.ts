import { createClient, type PhoenixClient } from '@arizeai/phoenix-client';
import {
  createPrompt,
  getPrompt,
  listPrompts,
  promptVersion,
  toSDK,
} from '@arizeai/phoenix-client/prompts';
import type { PromptVersionData } from '@arizeai/phoenix-client/types/prompts';
import { startTestServer, type TestServer } from '../support/server.js';

const WEATHER_SCHEMA = {
  type: 'object',
  properties: { zip: { type: 'string' }, days: { type: 'integer', maximum: 14 } },
  required: ['zip'],
  additionalProperties: false,
};

/** The fields of an answer that the client does not send. */
const ADDED = { id: expect.any(String) as string, metadata: {} };

/** The published JavaScript client, unmodified, with prompts of our server. */
describe('@arizeai/phoenix-client/prompts', () => {
  let server: TestServer;
  let client: PhoenixClient;

  // The client logs every error it catches.
  const { error, warn } = console;

  beforeAll(async () => {
    console.error = console.warn = () => {};
    server = await startTestServer();
    client = createClient({ options: { baseUrl: server.url } });
  });
  afterAll(async () => {
    Object.assign(console, { error, warn });
    await server.stop();
  });
  afterEach(() => server.sql('DELETE FROM prompts'));

  const tag = (id: string, name: string, description?: string) =>
    client.POST('/v1/prompt_versions/{prompt_version_id}/tags', {
      params: { path: { prompt_version_id: id } },
      body: { name, ...(description === undefined ? {} : { description }) },
    });

  /** A version with every kind of content, in one provider's format. */
  const version = (fields: Partial<PromptVersionData> = {}): PromptVersionData => ({
    ...promptVersion({
      modelProvider: 'OPENAI',
      modelName: 'gpt-5.2-mini',
      description: 'all there is',
      template: [
        { role: 'system', content: 'You are {{tone}}.' },
        { role: 'user', content: [{ type: 'text', text: 'Weather in {{ city }}?' }] },
        {
          role: 'assistant',
          content: [
            {
              type: 'tool_call',
              tool_call_id: 'call_1',
              tool_call: { type: 'function', name: 'weather', arguments: '{"zip":"10115"}' },
            },
          ],
        },
        {
          role: 'tool',
          content: [{ type: 'tool_result', tool_call_id: 'call_1', tool_result: { celsius: 21 } }],
        },
      ],
      invocationParameters: { temperature: 0.3, max_completion_tokens: 500, stop: ['END'] },
    }),
    tools: {
      type: 'tools',
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'By zip',
            parameters: WEATHER_SCHEMA,
            strict: true,
          },
        },
        { type: 'raw', raw: { type: 'web_search', user_location: { country: 'DE' } } },
      ],
      tool_choice: { type: 'specific_function', function_name: 'weather' },
      disable_parallel_tool_calls: true,
    },
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'report', schema: WEATHER_SCHEMA, strict: true },
    },
    ...fields,
  });

  it('creates prompts, and gets their newest version, or one by tag or ID', async () => {
    const first = await createPrompt({
      client,
      name: 'weather',
      description: 'tells it',
      metadata: { team: 'sky' },
      version: version(),
    });
    expect(first).toEqual({ ...version(), ...ADDED });
    const second = await createPrompt({
      client,
      name: 'weather',
      version: version({ description: 'second' }),
    });
    expect(await getPrompt({ client, prompt: { name: 'weather' } })).toEqual(second);
    expect(await getPrompt({ client, prompt: { versionId: first.id } })).toEqual(first);
    const production = { name: 'weather', tag: 'production' };
    expect(await getPrompt({ client, prompt: production })).toBeNull();
    for (const { id } of [first, second, first]) {
      await tag(id, 'production', 'live');
      expect(await getPrompt({ client, prompt: production })).toMatchObject({ id });
    }
    expect(await getPrompt({ client, prompt: { name: 'nobody' } })).toBeNull();
    expect(await getPrompt({ client, prompt: { versionId: 'nonsense' } })).toBeNull();
    expect(await listPrompts({ client })).toEqual([
      {
        id: expect.any(String),
        name: 'weather',
        description: 'tells it',
        metadata: { team: 'sky' },
        source_prompt_id: null,
      },
    ]);
    await expect(createPrompt({ client, name: 'No!', version: version() })).rejects.toThrow('422');
  });

  it('lists versions and tags, removes tags and deletes prompts', async () => {
    const { id } = await createPrompt({ client, name: 'weather', version: version() });
    const path = { prompt_version_id: id };
    await tag(id, 'production');
    await tag(id, 'staging', 'next');
    const tags = await client.GET('/v1/prompt_versions/{prompt_version_id}/tags', {
      params: { path },
    });
    expect(tags.data?.data).toEqual([
      { id: expect.any(String), name: 'staging', description: 'next' },
      { id: expect.any(String), name: 'production' },
    ]);
    await client.DELETE('/v1/prompt_versions/{prompt_version_id}/tags/{tag_name}', {
      params: { path: { ...path, tag_name: 'staging' } },
    });
    const versions = await client.GET('/v1/prompts/{prompt_identifier}/versions', {
      params: { path: { prompt_identifier: 'weather' }, query: { limit: 1 } },
    });
    expect(versions.data).toMatchObject({ data: [{ id }], next_cursor: null });
    await client.DELETE('/v1/prompts/{prompt_identifier}', {
      params: { path: { prompt_identifier: 'weather' } },
    });
    expect(await listPrompts({ client })).toEqual([]);
  });

  it('turns the response into requests for OpenAI', async () => {
    await createPrompt({ client, name: 'weather', version: version() });
    const prompt = (await getPrompt({ client, prompt: { name: 'weather' } }))!;
    const variables = { tone: 'kind', city: 'Berlin' };
    expect(toSDK({ sdk: 'openai', prompt, variables })).toMatchObject({
      model: 'gpt-5.2-mini',
      temperature: 0.3,
      max_completion_tokens: 500,
      stop: ['END'],
      messages: [
        { role: 'system', content: 'You are kind.' },
        { role: 'user', content: [{ type: 'text', text: 'Weather in Berlin?' }] },
        {
          role: 'assistant',
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: { name: 'weather', arguments: '{"zip":"10115"}' },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: '{"celsius":21}' },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'By zip',
            parameters: WEATHER_SCHEMA,
            strict: true,
          },
        },
        { type: 'web_search', user_location: { country: 'DE' } },
      ],
      tool_choice: { type: 'function', function: { name: 'weather' } },
      response_format: {
        type: 'json_schema',
        // The client omits `strict`.
        json_schema: { name: 'report', schema: WEATHER_SCHEMA },
      },
    });
  });

  it('turns the response into requests for Anthropic', async () => {
    const thinking = { type: 'enabled', budget_tokens: 1024 } as const;
    const sent = promptVersion({
      modelProvider: 'ANTHROPIC',
      modelName: 'claude-x',
      templateFormat: 'F_STRING',
      template: [
        { role: 'user', content: 'Weather in {city}? {{"json": true}}' },
        { role: 'ai', content: 'Let me see.' },
      ],
      invocationParameters: {
        max_tokens: 4096,
        temperature: 1,
        stop_sequences: ['END'],
        thinking,
        output_config: { effort: 'high' },
      },
    });
    const raw = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 };
    const tools = {
      type: 'tools',
      tools: [
        { type: 'function', function: { name: 'weather', parameters: WEATHER_SCHEMA } },
        { type: 'raw', raw },
      ],
      tool_choice: { type: 'one_or_more' },
    } as const;
    await createPrompt({
      client,
      name: 'weather',
      version: { ...sent, tools: tools as unknown as PromptVersionData['tools'] },
    });
    const prompt = (await getPrompt({ client, prompt: { name: 'weather' } }))!;
    expect(prompt).toEqual({ ...sent, tools, ...ADDED });
    expect(toSDK({ sdk: 'anthropic', prompt, variables: { city: 'Berlin' } })).toMatchObject({
      model: 'claude-x',
      max_tokens: 4096,
      temperature: 1,
      thinking,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Weather in Berlin? {{"json": true}}' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Let me see.' }] },
      ],
      tools: [{ name: 'weather', input_schema: WEATHER_SCHEMA }, raw],
      tool_choice: { type: 'any' },
    });
  });

  it('turns the response into requests for the AI SDK, including prompts for Google', async () => {
    const sent = promptVersion({
      modelProvider: 'GOOGLE',
      modelName: 'gemini-x',
      template: [{ role: 'model', content: 'Yes?' }],
      invocationParameters: {
        max_output_tokens: 100,
        top_k: 40,
        presence_penalty: 0.5,
        thinking_config: { thinking_budget: 0, include_thoughts: true },
      },
    });
    const created = await createPrompt({ client, name: 'google', version: sent });
    expect(created).toEqual({ ...sent, ...ADDED });

    await createPrompt({ client, name: 'weather', version: version() });
    const prompt = (await getPrompt({ client, prompt: { name: 'weather' } }))!;
    expect(toSDK({ sdk: 'ai', prompt, variables: { tone: 'kind', city: 'Berlin' } })).toMatchObject(
      {
        messages: [
          { role: 'system', content: 'You are kind.' },
          { role: 'user', content: [{ type: 'text', text: 'Weather in Berlin?' }] },
          { role: 'assistant' },
          { role: 'tool' },
        ],
        toolChoice: { type: 'tool', toolName: 'weather' },
      },
    );
  });

  it.each(['AZURE_OPENAI', 'DEEPSEEK', 'XAI', 'OLLAMA'] as const)(
    "keeps the provider %s and names its parameters like OpenAI's",
    async (provider) => {
      const sent = promptVersion({
        modelProvider: provider,
        modelName: 'm',
        template: [],
        invocationParameters: { temperature: 0.5 },
      });
      const created = await createPrompt({ client, name: 'family', version: sent });
      expect(created).toEqual({
        ...sent,
        invocation_parameters: { type: 'openai', openai: { temperature: 0.5 } },
        ...ADDED,
      });
      expect(toSDK({ sdk: 'openai', prompt: created })).toMatchObject({
        model: 'm',
        temperature: 0.5,
      });
    },
  );
});
