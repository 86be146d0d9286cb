import type { CodeSample } from '../../components/code/code-tabs.js';
import { escapeForShell } from '../../components/code/client-snippets.js';

/** One way to send the first trace: a command that installs the packages, and the code to run. */
export interface Snippet extends CodeSample {
  install?: string;
  /** The command that sets the API key, if the server requires authentication. */
  environment?: string;
}

const KEY_VARIABLE = 'PHOENIX_API_KEY';

/**
 * Returns code that sends the first trace to `project` on the server at this address. If a key is
 * required, every sample reads it from the same variable.
 */
export function listSnippets(server: string, project: string, needsKey: boolean): Snippet[] {
  const ways = [
    writePython(server, project),
    writeTypescript(server, project),
    writeCurl(server, project, needsKey),
  ];
  if (!needsKey) return ways;
  return ways.map((way) => ({ ...way, environment: `export ${KEY_VARIABLE}=spd_…` }));
}

function writePython(server: string, project: string): Snippet {
  return {
    label: 'Python',
    install: 'pip install arize-phoenix-otel openinference-instrumentation-openai openai',
    code: `from phoenix.otel import register

tracer_provider = register(
    project_name=${JSON.stringify(project)},
    endpoint="${server}/v1/traces",
    auto_instrument=True,  # traces OpenAI, LangChain and other installed libraries
)

tracer = tracer_provider.get_tracer(__name__)

@tracer.chain
def answer(question: str) -> str:
    return "42"

answer("What is the meaning of life?")`,
  };
}

function writeTypescript(server: string, project: string): Snippet {
  return {
    label: 'TypeScript',
    install: 'npm install @arizeai/phoenix-otel',
    code: `import { register, traceChain } from "@arizeai/phoenix-otel";

const provider = register({
  projectName: ${JSON.stringify(project)},
  url: "${server}",
});

const answer = traceChain(async (question: string) => "42", { name: "answer" });

await answer("What is the meaning of life?");
await provider.shutdown(); // sends the remaining spans`,
  };
}

function writeCurl(server: string, project: string, needsKey: boolean): Snippet {
  const key = needsKey ? ` -H "authorization: Bearer $${KEY_VARIABLE}"` : '';
  return {
    label: 'curl',
    code: `now=$(date +%s)
curl "${server}/v1/traces"${key} -H 'content-type: application/json' -d '{
  "resourceSpans": [{
    "resource": { "attributes": [
      { "key": "openinference.project.name", "value": { "stringValue": ${escapeForShell(JSON.stringify(project))} } }
    ] },
    "scopeSpans": [{ "spans": [{
      "traceId": "'$(openssl rand -hex 16)'", "spanId": "'$(openssl rand -hex 8)'",
      "name": "answer", "kind": 1,
      "startTimeUnixNano": "'$now'000000000", "endTimeUnixNano": "'$now'800000000",
      "attributes": [
        { "key": "openinference.span.kind", "value": { "stringValue": "CHAIN" } },
        { "key": "input.value", "value": { "stringValue": "What is the meaning of life?" } },
        { "key": "output.value", "value": { "stringValue": "42" } }
      ]
    }] }]
  }]
}'`,
  };
}
