import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import {
  events,
  type ProviderServer,
  refusal,
  startProviderServer,
} from '../support/provider-server.js';
import { chunk } from '../playground/chats.js';
import { codeEvaluatorOperations } from './code-evaluator-operations.js';
import { aQuestion, evaluatorOperations, judge, labels } from './evaluator-operations.js';

describe('previews of evaluators', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  const { builtIn } = evaluatorOperations(() => server);
  const operations = codeEvaluatorOperations(() => server);
  const { sandboxes, ask, created } = operations;

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` });
    await operations.readSandboxes();
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  const preview = async (evaluator: object, context: object, rest: object = {}) => {
    const { data, error } = await ask(
      server.accounts.MEMBER,
      `mutation ($input: EvaluatorPreviewsInput!) { evaluatorPreviews(input: $input) {
         results { evaluatorName error printed annotation { name annotatorKind label score explanation }
           trace { numSpans } } } }`,
      { input: { previews: [{ evaluator, context, ...rest }] } },
    );
    expect(error).toBeUndefined();
    return data!.results[0];
  };

  it('run stored and unsaved code in both languages', async () => {
    const { id } = await created();
    expect(await preview({ code: { evaluatorId: id } }, { output: 'a', reference: 'a' })).toEqual({
      evaluatorName: 'same',
      error: null,
      printed: '',
      annotation: {
        name: 'same',
        annotatorKind: 'CODE',
        label: 'true',
        score: 1,
        explanation: null,
      },
      trace: null,
    });
    const python = {
      name: 'long',
      language: 'PYTHON',
      sandboxConfigId: sandboxes['Python'],
      outputConfigs: labels('long', 'short'),
      sourceCode:
        'def check(answer):\n  print("seen")\n  return {"label": "long" if len(answer) > 3 else "short", "explanation": "counted"}',
    };
    const mapping = { inputMapping: { pathMapping: { answer: 'output.answer' } } };
    expect(
      await preview({ inlineCode: python }, { output: { answer: 'Paris' } }, mapping),
    ).toMatchObject({
      error: null,
      printed: 'seen\n',
      annotation: { name: 'long', label: 'long', score: 1, explanation: 'counted' },
    });
    expect(await preview({ inlineCode: python }, {})).toMatchObject({
      error: '"answer" is missing. Map it to a path such as output.answer, or to a literal value.',
      annotation: null,
    });
  }, 180_000);

  it.each([
    ['function f(output) {\n  return output.a.b;\n}', /^Line 2: TypeError/],
    ['function f(output) { return "maybe" }', /^The label "maybe" is not one of "yes", "no"\.$/],
    ['function f(output) { return [] }', /^The function returned a list\./],
    ['function f(output) { return {} }', /without a score or a label/],
    ['function f(output) {}', /returned nothing/],
    ['function f(output) { return 0.3 }', /^No label has the score 0.3\.$/],
  ])('say what is wrong with %j', async (sourceCode, message) => {
    const inlineCode = {
      name: 'broken',
      language: 'TYPESCRIPT',
      sandboxConfigId: sandboxes['TypeScript'],
      outputConfigs: labels('yes', 'no'),
      sourceCode,
    };
    expect(await preview({ inlineCode }, { output: 'x' })).toMatchObject({
      error: expect.stringMatching(message),
      annotation: null,
    });
  });

  it('run built-in evaluators', async () => {
    const evaluator = { builtIn: { evaluatorId: await builtIn('exact_match') } };
    const inputMapping = { pathMapping: { expected: 'reference', actual: 'output' } };
    expect(
      await preview(evaluator, { output: 'a', reference: 'b' }, { inputMapping }),
    ).toMatchObject({ evaluatorName: 'exact_match', annotation: { label: 'false', score: 0 } });
  });

  it('ask models, and link the trace', async () => {
    const verdict = JSON.stringify({ explanation: 'It is.', label: 'right' });
    const call = {
      index: 0,
      id: 'c',
      function: { name: 'record_evaluation', arguments: verdict },
    };
    provider.answer(
      events([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')], { done: '[DONE]' }),
    );
    const inlineLlm = {
      name: 'judge',
      promptVersion: aQuestion(),
      outputConfigs: labels('right', 'wrong'),
    };
    expect(await preview({ inlineLlm }, { output: 'Paris' })).toEqual({
      evaluatorName: 'judge',
      error: null,
      printed: '',
      annotation: {
        name: 'judge',
        annotatorKind: 'LLM',
        label: 'right',
        score: 1,
        explanation: 'It is.',
      },
      trace: { numSpans: 1 },
    });
    provider.answer(events([chunk({ content: 'Hm' }), chunk({}, 'stop')], { done: '[DONE]' }));
    expect(await preview({ inlineLlm }, { output: 'Paris' })).toMatchObject({
      error: 'The model answered "Hm". The labels are "right", "wrong".',
      trace: { numSpans: 1 },
    });
  });

  it('ask models again that let nobody choose their tools', async () => {
    provider.answer((response, request) => {
      const isForced = request.body['tool_choice'] !== 'auto';
      const refused = refusal(400, { error: { message: 'Thinking needs tool_choice auto.' } });
      return (isForced ? refused : judge('right'))(response, request);
    });
    const inlineLlm = {
      name: 'judge',
      promptVersion: aQuestion(),
      outputConfigs: labels('right', 'wrong'),
    };
    expect(await preview({ inlineLlm }, { output: 'Paris' })).toMatchObject({
      error: null,
      annotation: { label: 'right' },
      trace: { numSpans: 1 },
    });
  });

  it('run at the same time without seeing each other', async () => {
    const inlineCode = (value: number) => ({
      name: 'own',
      language: 'TYPESCRIPT',
      sandboxConfigId: sandboxes['TypeScript'],
      sourceCode: `function f() { globalThis.all = (globalThis.all ?? 0) + ${value}; return globalThis.all }`,
    });
    const values = Array.from({ length: 20 }, (_, at) => at + 1);
    const results = await Promise.all(
      values.map((value) => preview({ inlineCode: inlineCode(value) }, {})),
    );
    expect(
      results.map((one) => (one as { annotation: { score: number } }).annotation.score),
    ).toEqual(values);
  });
});
