import type { ModelProviderKey } from '../../config/model-providers.js';

/** Options of the generated code. */
export interface SnippetSubject {
  /** URL of the server, without a trailing slash. */
  server: string;
  /** Whether the server requires an API key. */
  needsKey: boolean;
  promptName: string;
  /** A version by its global ID, the version that a tag points to, or the newest. */
  selection: { versionId: string } | { tag: string } | 'latest';
  provider: ModelProviderKey;
  /** Names of the variables of the template. */
  variables: readonly string[];
}

/** The environment variable from which the published clients and the curl command read the key. */
const KEY_VARIABLE = 'PHOENIX_API_KEY';

/** Returns Python code that fetches a version and calls its model. */
export function pythonSnippet(subject: SnippetSubject): string {
  const { server, needsKey, selection } = subject;
  const name = quote(subject.promptName);
  const selected =
    selection === 'latest'
      ? `prompt_identifier=${name}`
      : 'tag' in selection
        ? `prompt_identifier=${name}, tag=${quote(selection.tag)}`
        : `prompt_version_id=${quote(selection.versionId)}`;
  const { imports, options, call } = PYTHON_CALLS[familyOf(subject.provider)];
  const given = [...writeVariables(subject, '    ', (values) => `variables=${values}`), ...options];
  return [
    ...imports,
    'from phoenix.client import Client',
    '',
    ...(needsKey ? [`# Reads the API key from ${KEY_VARIABLE}.`] : []),
    `client = Client(base_url=${quote(server)})`,
    `prompt = client.prompts.get(${selected})`,
    `formatted = prompt.format(${given.join(', ')})`,
    ...call,
  ].join('\n');
}

/** Returns TypeScript code that fetches a version and calls its model. */
export function typescriptSnippet(subject: SnippetSubject): string {
  const { server, needsKey, selection } = subject;
  const name = `name: ${quote(subject.promptName)}`;
  const selected =
    selection === 'latest'
      ? name
      : 'tag' in selection
        ? `${name}, tag: ${quote(selection.tag)}`
        : `versionId: ${quote(selection.versionId)}`;
  const { imports, sdk, call } = TYPESCRIPT_CALLS[familyOf(subject.provider)];
  const variables = writeVariables(subject, '  ', (values) => `  variables: ${values},`);
  return [
    'import { createClient } from "@arizeai/phoenix-client";',
    'import { getPrompt, toSDK } from "@arizeai/phoenix-client/prompts";',
    ...imports,
    '',
    ...(needsKey ? [`// Reads the API key from ${KEY_VARIABLE}.`] : []),
    `const client = createClient({ options: { baseUrl: ${quote(server)} } });`,
    `const prompt = await getPrompt({ client, prompt: { ${selected} } });`,
    'if (!prompt) throw new Error("Prompt not found.");',
    'const parameters = toSDK({',
    '  prompt,',
    `  sdk: "${sdk}",`,
    ...variables,
    '});',
    'if (!parameters) throw new Error("The prompt does not fit.");',
    ...call,
  ].join('\n');
}

/** Returns a curl command that fetches a version. */
export function curlSnippet({ server, needsKey, promptName, selection }: SnippetSubject): string {
  const path =
    selection === 'latest'
      ? `prompts/${promptName}/latest`
      : 'tag' in selection
        ? `prompts/${promptName}/tags/${selection.tag}`
        : `prompt_versions/${encodeURIComponent(selection.versionId)}`;
  const key = needsKey ? ` \\\n  --header "Authorization: Bearer $${KEY_VARIABLE}"` : '';
  return `curl ${quoteForShell(`${server}/v1/${path}`)}${key}`;
}

type Family = 'openai' | 'anthropic' | 'google' | 'aws';

function familyOf(provider: ModelProviderKey): Family {
  switch (provider) {
    case 'ANTHROPIC':
      return 'anthropic';
    case 'GOOGLE':
      return 'google';
    case 'AWS':
      return 'aws';
    default:
      return 'openai';
  }
}

const PYTHON_CALLS: Record<Family, { imports: string[]; options: string[]; call: string[] }> = {
  openai: {
    imports: ['from openai import OpenAI'],
    options: [],
    call: ['completion = OpenAI().chat.completions.create(**formatted)'],
  },
  anthropic: {
    imports: ['from anthropic import Anthropic'],
    options: [],
    call: ['message = Anthropic().messages.create(**formatted)'],
  },
  google: {
    imports: ['from google import genai'],
    options: [],
    // Without a variable, the client would be closed before it sends its request.
    call: [
      'google = genai.Client()',
      'response = google.models.generate_content(contents=formatted.messages, **formatted.kwargs)',
    ],
  },
  // The client does not support Bedrock's format.
  aws: {
    imports: [],
    options: ['sdk="openai"'],
    call: ['messages = formatted.messages'],
  },
};

const TYPESCRIPT_CALLS: Record<Family, { imports: string[]; sdk: string; call: string[] }> = {
  openai: {
    imports: ['import OpenAI from "openai";'],
    sdk: 'openai',
    call: ['const completion = await new OpenAI().chat.completions.create(parameters);'],
  },
  anthropic: {
    imports: ['import Anthropic from "@anthropic-ai/sdk";'],
    sdk: 'anthropic',
    call: ['const message = await new Anthropic().messages.create(parameters);'],
  },
  google: {
    imports: ['import { google } from "@ai-sdk/google";', 'import { generateText } from "ai";'],
    sdk: 'ai',
    call: [
      'const { text } = await generateText({ model: google(prompt.model_name), ...parameters });',
    ],
  },
  aws: {
    imports: [
      'import { bedrock } from "@ai-sdk/amazon-bedrock";',
      'import { generateText } from "ai";',
    ],
    sdk: 'ai',
    call: [
      'const { text } = await generateText({ model: bedrock(prompt.model_name), ...parameters });',
    ],
  },
};

/**
 * Returns code that sets the variables, with placeholders for values; nothing if there are no
 * variables.
 */
function writeVariables(
  { variables }: SnippetSubject,
  indent: string,
  write: (values: string) => string,
): string[] {
  if (variables.length === 0) return [];
  const values = variables.map((name) => `${quote(name)}: "…"`);
  const line = write(`{${values.join(', ')}}`);
  if (line.length <= 70) return [line];
  const inner = values.map((value) => `\n${indent}  ${value},`).join('');
  return [write(`{${inner}\n${indent}}`)];
}

/** Quotes a text as JSON, which Python and JavaScript interpret the same way. */
function quote(text: string): string {
  return JSON.stringify(text);
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
