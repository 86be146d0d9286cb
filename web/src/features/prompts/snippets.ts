import type { CodeSample } from '../../components/code/code-tabs.js';

const MESSAGE = 'Summarize in three sentences:\\n\\n{{text}}';

/** Returns code that creates the first prompt on the server at this address. */
export function listPromptCreationSnippets(server: string, needsKey: boolean): CodeSample[] {
  const address = JSON.stringify(server);
  const python = `from phoenix.client import Client
from phoenix.client.types import PromptVersion

client = Client(base_url=${address})

client.prompts.create(
    name="summarizer",
    version=PromptVersion(
        [{"role": "user", "content": "${MESSAGE}"}],
        model_name="gpt-5-mini",
    ),
)`;
  const typescript = `import { createClient } from "@arizeai/phoenix-client";
import { createPrompt, promptVersion } from "@arizeai/phoenix-client/prompts";

const client = createClient({ options: { baseUrl: ${address} } });

await createPrompt({
  client,
  name: "summarizer",
  version: promptVersion({
    modelProvider: "OPENAI",
    modelName: "gpt-5-mini",
    template: [{ role: "user", content: "${MESSAGE}" }],
  }),
});`;
  const body = {
    prompt: { name: 'summarizer' },
    version: {
      model_provider: 'OPENAI',
      model_name: 'gpt-5-mini',
      template_type: 'CHAT',
      template_format: 'MUSTACHE',
      template: {
        type: 'chat',
        messages: [{ role: 'user', content: 'Summarize in three sentences: {{text}}' }],
      },
      invocation_parameters: { type: 'openai', openai: {} },
    },
  };
  const key = needsKey ? ' \\\n  -H "authorization: Bearer $PHOENIX_API_KEY"' : '';
  const curl = `curl "${server}/v1/prompts"${key} \\
  -H 'content-type: application/json' \\
  -d '${JSON.stringify(body, null, 2)}'`;
  return [
    { label: 'Python', code: python },
    { label: 'TypeScript', code: typescript },
    { label: 'curl', code: curl },
  ];
}
