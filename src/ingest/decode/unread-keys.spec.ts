import type { JsonValue } from '../../kernel/json/json.js';
import { isUnderstood } from './dialects/understood-keys.js';
import { emptyOtlpSpan } from './otlp-span.js';
import { findUnreadKeys, MAX_UNREAD_KEYS } from './unread-keys.js';

const SCOPE = { name: '', version: '' };

const find = (...spans: Record<string, JsonValue>[]) =>
  Object.fromEntries(
    findUnreadKeys(
      spans.map((attributes) => ({
        ...emptyOtlpSpan(SCOPE),
        attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
      })),
    ),
  );

describe('keys', () => {
  it.each([
    'llm.model_name',
    'input.value',
    'metadata',
    'gen_ai.request.model',
    'gen_ai.something.new',
    'langfuse.observation.type',
    'ai.model.id',
    'genkit:name',
    'http.request.method',
    'k8s.pod.name',
    'exception.message',
  ])('such as %s are understood', (key) => {
    expect(isUnderstood(key)).toBe(true);
  });

  it.each(['crewai.task', 'order_id', '', 'inputs.value', '.llm', '__proto__', 'constructor'])(
    'such as "%s" are not',
    (key) => {
      expect(isUnderstood(key)).toBe(false);
    },
  );
});

describe('the keys that nothing reads', () => {
  it('are found with the first value of each', () => {
    expect(
      find(
        { 'llm.model_name': 'm', 'crew.task': 'write', 'crew.done': true, 'crew.cost': 0.5 },
        {
          'crew.task': 'read',
          'crew.agents': ['a', 'b'],
          'crew.state': { a: 1 },
          'crew.none': null,
        },
      ),
    ).toEqual({
      'crew.task': 'write',
      'crew.done': 'true',
      'crew.cost': '0.5',
      'crew.agents': '[list of 2]',
      'crew.state': '{object with 1 keys}',
      'crew.none': null,
    });
    expect(find({ 'llm.model_name': 'm' }, {})).toEqual({});
  });

  it('have no numbers of places in lists', () => {
    const many = Array.from({ length: 500 }, (_, at) => [`crew.tasks.${at}.name`, `task ${at}`]);
    expect(find(Object.fromEntries(many) as Record<string, string>)).toEqual({
      'crew.tasks.N.name': 'task 0',
    });
    expect(find({ 'crew.v2.0': 'x', 'crew:7': 'y' })).toEqual({ 'crew.v2.N': 'x', 'crew:N': 'y' });
  });

  it.each([
    'crew.api_key',
    'crew.apiKey',
    'crew.password',
    'x.headers.Authorization',
    'crew.access-token',
    'crew.client_secret.value',
    'cookie',
    'my.auth',
  ])('have no example if they may hold a secret, such as %s', (key) => {
    expect(find({ [key]: 'hunter2' })).toEqual({ [key]: null });
  });

  it('are bounded, however many and long they are', () => {
    const made = Array.from({ length: 1_000 }, (_, at) => [`made-up-${at}`, 'x'.repeat(10_000)]);
    const found = find(Object.fromEntries(made) as Record<string, string>);
    expect(Object.keys(found)).toHaveLength(MAX_UNREAD_KEYS);
    expect(found['made-up-0']).toHaveLength(100);
    const [long] = Object.keys(find({ [`x${'y'.repeat(5_000)}`]: 1 }));
    expect(long).toHaveLength(200);
  });

  it('can be stored', () => {
    expect(find({ 'a\0b': 'c\0d', lone: `\ud83d${'x'.repeat(98)}\ud83d\ude80` })).toEqual({
      'a\uFFFDb': 'c\uFFFDd',
      lone: `\uFFFD${'x'.repeat(98)}`,
    });
  });
});
