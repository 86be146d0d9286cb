import ts from 'typescript';
import fc from 'fast-check';
import { MODEL_PROVIDER_KEYS } from '../../config/model-providers.js';
import {
  curlSnippet,
  pythonSnippet,
  type SnippetSubject,
  typescriptSnippet,
} from './prompt-snippets.js';

const subject = (given: Partial<SnippetSubject> = {}): SnippetSubject => ({
  server: 'http://localhost:6006',
  needsKey: false,
  promptName: 'greeter',
  selection: { tag: 'production' },
  provider: 'OPENAI',
  variables: ['name'],
  ...given,
});

/** Returns the syntax errors that the compiler finds. */
function syntaxErrors(code: string): unknown[] {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext };
  return ts.transpileModule(code, { compilerOptions: options, reportDiagnostics: true })
    .diagnostics!;
}

/** Returns every text in double quotes, parsed as JSON. */
const quotations = (code: string) =>
  [...code.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([text]) => JSON.parse(text) as string);

describe('snippets', () => {
  it('fetch a version and call its model', () => {
    expect(pythonSnippet(subject())).toBe(
      `from openai import OpenAI
from phoenix.client import Client

client = Client(base_url="http://localhost:6006")
prompt = client.prompts.get(prompt_identifier="greeter", tag="production")
formatted = prompt.format(variables={"name": "…"})
completion = OpenAI().chat.completions.create(**formatted)`,
    );
    expect(typescriptSnippet(subject({ selection: 'latest' }))).toBe(
      `import { createClient } from "@arizeai/phoenix-client";
import { getPrompt, toSDK } from "@arizeai/phoenix-client/prompts";
import OpenAI from "openai";

const client = createClient({ options: { baseUrl: "http://localhost:6006" } });
const prompt = await getPrompt({ client, prompt: { name: "greeter" } });
if (!prompt) throw new Error("Prompt not found.");
const parameters = toSDK({
  prompt,
  sdk: "openai",
  variables: {"name": "…"},
});
if (!parameters) throw new Error("The prompt does not fit.");
const completion = await new OpenAI().chat.completions.create(parameters);`,
    );
    expect(curlSnippet(subject({ selection: { versionId: 'UHI6MQ==' } }))).toBe(
      `curl 'http://localhost:6006/v1/prompt_versions/UHI6MQ%3D%3D'`,
    );
  });

  it('keep the Google client in a variable until it has sent its request', () => {
    const lines = pythonSnippet(subject({ provider: 'GOOGLE' })).split('\n');
    expect(lines.slice(-2)).toEqual([
      'google = genai.Client()',
      'response = google.models.generate_content(contents=formatted.messages, **formatted.kwargs)',
    ]);
  });

  it('are valid TypeScript for every provider and any number of variables', () => {
    for (const provider of MODEL_PROVIDER_KEYS) {
      for (const variables of [[], ['a'], Array.from({ length: 20 }, (_, n) => `variable-${n}`)]) {
        const code = typescriptSnippet(subject({ provider, variables, needsKey: true }));
        expect(syntaxErrors(code)).toEqual([]);
      }
    }
  });

  it('quote every variable name and server URL', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 5 }), hostile, (variables, server) => {
        const given = subject({ variables, server, selection: 'latest' });
        for (const code of [pythonSnippet(given), typescriptSnippet(given)]) {
          expect(quotations(code)).toEqual(expect.arrayContaining([...variables, server]));
        }
        expect(syntaxErrors(typescriptSnippet(given))).toEqual([]);
        // A quote inside the argument ends the shell's quoting.
        const [, argument = ''] = /^curl '([^]*)'$/.exec(curlSnippet(given)) ?? [];
        expect(argument.replaceAll("'\\''", "'")).toBe(`${server}/v1/prompts/greeter/latest`);
        expect(argument.replaceAll("'\\''", '')).not.toContain("'");
      }),
      { numRuns: 50 },
    );
  });
});
