import type { GraphqlAnswer, TestServer } from '../support/server.js';

export const VERSION_FIELDS = `
  id description templateType templateFormat modelProvider modelName metadata sequenceNumber isLatest
  variables tags { name } previousVersion { id }
  template {
    ... on PromptStringTemplate { template }
    ... on PromptChatTemplate { messages { role roleName content {
      ... on TextContentPart { text { text } }
      ... on ToolCallContentPart { toolCall { toolCallId toolCall { name arguments } } }
      ... on ToolResultContentPart { toolResult { toolCallId result } }
    } } }
  }
  tools {
    tools {
      ... on PromptToolFunction { function { name description parameters strict } }
      ... on PromptToolRaw { raw }
    }
    toolChoice { type functionName } disableParallelToolCalls json
  }
  responseFormat { jsonSchema { name description schema strict } json }
  invocationParameters {
    ... on PromptOpenAIInvocationParameters {
      temperature topP maxTokens seed stop reasoningEffort extraBody json
    }
    ... on PromptAnthropicInvocationParameters {
      anthropicMaxTokens: maxTokens stopSequences outputConfig { effort }
      thinking { type budgetTokens display } json
    }
    ... on PromptGoogleInvocationParameters {
      maxOutputTokens topK thinkingConfig { thinkingBudget thinkingLevel includeThoughts } json
    }
    ... on PromptAWSInvocationParameters { maxTokens json }
  }`;

/** Returns a version as a GraphQL input, with the given fields. */
export function versionInput(fields: Record<string, unknown> = {}) {
  return {
    templateFormat: 'MUSTACHE',
    template: { messages: [{ role: 'USER', content: [{ text: { text: 'Hi {{who}}' } }] }] },
    invocationParameters: { openai: { temperature: 0.5 } },
    modelProvider: 'OPENAI',
    modelName: 'gpt-x',
    ...fields,
  };
}

/** Runs a mutation that takes one input. */
export function mutate<T = Record<string, unknown>>(
  server: TestServer,
  field: string,
  inputType: string,
  input: unknown,
  selection: string,
): Promise<GraphqlAnswer<T>> {
  return server.gql<T>(
    `mutation ($input: ${inputType}!) { ${field}(input: $input) { ${selection} } }`,
    { input },
  );
}

/** Creates a prompt and returns its global id. */
export async function createPrompt(
  server: TestServer,
  name: string,
  input: Record<string, unknown> = {},
): Promise<string> {
  const given = { name, promptVersion: versionInput(), ...input };
  const answer = await mutate<{ createChatPrompt: { id: string } }>(
    server,
    'createChatPrompt',
    'CreateChatPromptInput',
    given,
    'id',
  );
  if (!answer.data) throw new Error(JSON.stringify(answer.errors));
  return answer.data.createChatPrompt.id;
}

/** Adds a version to a prompt. */
export function createVersion(
  server: TestServer,
  promptId: string,
  fields: Record<string, unknown> = {},
  tags?: { name: string; description?: string }[],
) {
  const input = { promptId, promptVersion: versionInput(fields), ...(tags ? { tags } : {}) };
  return mutate(server, 'createChatPromptVersion', 'CreateChatPromptVersionInput', input, 'id');
}

/** Returns the code and the message of the first error. */
export const refusal = ({ errors }: GraphqlAnswer<unknown>): string | undefined =>
  errors?.[0] && `${errors[0].extensions.code}: ${errors[0].message}`;
