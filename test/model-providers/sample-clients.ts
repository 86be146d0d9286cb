import { once } from 'node:events';
import type { ChatRequest } from '../../src/model-providers/protocol/chat-request.contract.js';
import type { ModelClient } from '../../src/model-providers/protocol/model-client.js';
import { createClient } from '../../src/model-providers/clients/create-client.js';
import { createProviderNetwork } from '../../src/model-providers/network/provider-network.js';
import { startProviderServer } from '../support/provider-server.js';
import { anthropic, google } from './anthropic-and-google-streams.js';
import { bedrock, bedrockPiece } from './bedrock-streams.js';
import { azure, openAIChat, openAIResponses } from './openai-streams.js';
import type { WireFormat } from './wire-format.js';

export const WIRE_FORMATS: Record<string, WireFormat> = {
  "OpenAI's chat completions": openAIChat,
  "OpenAI's responses": openAIResponses,
  'Azure OpenAI': azure,
  Anthropic: anthropic,
  Google: google,
  Bedrock: bedrock,
};

export const QUESTION: ChatRequest = {
  modelName: 'm',
  messages: [{ role: 'user', content: 'Where are you?' }],
  tools: null,
  responseFormat: null,
  parameters: { type: 'openai', openai: {} },
};

/** A client that may reach only this machine, besides public addresses. */
export function clientFor(connection: ReturnType<WireFormat['connection']>): Promise<ModelClient> {
  return createClient(connection, createProviderNetwork(['127.0.0.0/8']));
}

/** Refuses endless answers in these formats. */
export function describeEndlessAnswers(names: readonly string[]): void {
  it.each(names)('%s must not answer without end', async (name) => {
    const format = WIRE_FORMATS[name]!;
    const provider = await startProviderServer();
    provider.answer(async (response) => {
      response.writeHead(200, { 'content-type': format.contentType });
      // Clients look through each piece again whenever some of it arrives.
      const text = 'x'.repeat(16 * 1024);
      const piece = format === bedrock ? bedrockPiece(text) : `: ${text}\n\n`;
      const closed = once(response, 'close');
      while (!response.destroyed) {
        if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
      }
    });
    const client = await clientFor(format.connection(provider.url));
    const read = async () => {
      const events: unknown[] = [];
      const { signal } = new AbortController();
      for await (const event of client.stream(QUESTION, signal)) events.push(event);
    };
    await expect(read()).rejects.toMatchObject({
      name: 'ProviderError',
      message: expect.stringContaining('too long') as string,
    });
    await provider.stop();
  });
}
