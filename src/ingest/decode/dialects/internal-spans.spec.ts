import type { JsonValue } from '../../../kernel/json/json.js';
import { markInternalSpan } from './internal-spans.js';

const isInternal = (scope: string, attributes: Record<string, JsonValue> = {}) => {
  const flat = new Map(Object.entries(attributes));
  markInternalSpan(scope, flat);
  return flat.get('coding_agent.internal') === true;
};

describe('markInternalSpan', () => {
  it.each([
    'codex_exec',
    'codex_cli_rs',
    'codex-app-server',
    'opencode',
    'autogen SingleThreadedAgentRuntime',
  ])('marks spans of functions of %s', (scope) =>
    expect(isInternal(scope, { 'code.line.number': 7 })).toBe(true),
  );

  it.each(['', 'my-app', 'opencode-plugin', '@opentelemetry/instrumentation-http', 'mycodex'])(
    'leaves those of others alone: %s',
    (scope) => expect(isInternal(scope)).toBe(false),
  );

  it.each(['openinference.span.kind', 'input.value', 'output.value'])(
    'leaves a span alone that has %s',
    (key) => expect(isInternal('opencode', { [key]: 'x' })).toBe(false),
  );
});
