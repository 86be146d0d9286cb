import fc from 'fast-check';
import { type JsonValue, parseJson, stringifyJson } from '../../kernel/json/json.js';
import { ValidationError } from '../../kernel/errors/errors.js';
import { readAs } from '../../kernel/validation/read-as.js';
import { promptVersionBody, toContent } from './prompt-version.schema.js';

const GOOD = {
  model_provider: 'OPENAI',
  model_name: 'm',
  template_type: 'CHAT',
  template_format: 'MUSTACHE',
  template: { type: 'chat', messages: [{ role: 'user', content: 'Hi' }] },
  invocation_parameters: { type: 'openai', openai: {} },
};

const read = (fields: object) => readAs(promptVersionBody, { ...GOOD, ...fields }, ['body']);
const content = (fields: object) => toContent(read(fields));

/** Returns the violations, each as `type place`. */
function violations(fields: unknown): string[] {
  try {
    readAs(promptVersionBody, fields, ['body']);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.detail.map(({ type, loc }) => `${type} ${loc.join('.')}`);
  }
}
const wrong = (fields: object) => violations({ ...GOOD, ...fields });
const messages = (...list: unknown[]) => ({ template: { type: 'chat', messages: list } });
const parts = (...list: unknown[]) => messages({ role: 'user', content: list });
const tools = (...list: unknown[]) => ({ tools: { type: 'tools', tools: list } });

describe('the body of a version', () => {
  it('requires every field except description, tools and response_format', () => {
    expect(violations({})).toEqual([
      'missing body.model_provider',
      'missing body.model_name',
      'missing body.template',
      'missing body.template_type',
      'missing body.template_format',
      'missing body.invocation_parameters',
    ]);
    for (const fields of [null, [], 5, 'text']) {
      expect(violations(fields)).toEqual(['model_type body']);
    }
    expect(wrong({ description: null, tools: null, response_format: null })).toEqual([]);
  });

  it('ignores unknown fields', () => {
    expect(content({ custom_provider_id: 5 })).not.toHaveProperty('custom_provider_id');
  });

  it.each([
    [{ model_provider: 'NOBODY' }, 'enum body.model_provider'],
    [{ model_provider: 'openai' }, 'enum body.model_provider'],
    [{ model_name: null }, 'string_type body.model_name'],
    [{ model_name: 'a\0' }, 'storable body.model_name'],
    [{ description: '\ud800' }, 'storable body.description'],
    [{ description: 5 }, 'string_type body.description'],
    [{ template_format: 'JINJA' }, 'enum body.template_format'],
    [{ template_type: 'STR' }, 'value_error body'],
    [{ template: { type: 'string', template: 'x' } }, 'value_error body'],
  ])('is refused with %j', (fields, violation) => {
    expect(wrong(fields)).toEqual([violation]);
  });

  describe('template', () => {
    it('can have no messages, and texts or parts as content', () => {
      const part = { type: 'text', text: '' };
      const call = {
        type: 'tool_call',
        tool_call_id: '1',
        tool_call: { type: 'function', name: 'f', arguments: '{"a": 1}' },
      };
      const results = [null, true, 0, 'x', [], {}, { a: [JSON.rawJSON('1.0')] }].map(
        (tool_result) => ({ type: 'tool_result', tool_call_id: '1', tool_result }),
      );
      for (const fields of [
        messages(),
        messages({ role: 'ai', content: '' }),
        parts(part, call, ...results),
      ]) {
        expect(content(fields).template).toEqual(fields.template);
      }
      expect(
        content({ template_type: 'STR', template: { type: 'string', template: '' } }),
      ).toMatchObject({ templateType: 'STR', template: { template: '' } });
    });

    it('keeps every role as sent', () => {
      const roles = ['user', 'assistant', 'model', 'ai', 'tool', 'system', 'developer'];
      const fields = messages(...roles.map((role) => ({ role, content: 'x' })));
      expect(content(fields).template).toEqual(fields.template);
    });

    const chat = 'body.template.chat.messages';
    it.each([
      [{ template: 5 }, 'model_type body.template'],
      [{ template: {} }, 'union_tag_not_found body.template'],
      [{ template: { type: 'x' } }, 'union_tag_invalid body.template'],
      [{ template: { type: 'chat' } }, `missing ${chat}`],
      [{ template: { type: 'chat', messages: null } }, `list_type ${chat}`],
      [{ template: { type: 'chat', messages: [], x: 1 } }, 'extra_forbidden body.template.chat.x'],
      [messages(5), `model_type ${chat}.0`],
      [messages({ role: 'USER', content: 'x' }), `enum ${chat}.0.role`],
      [messages({ role: 'user' }), `missing ${chat}.0.content`],
      [messages({ role: 'user', content: null }), `union_type ${chat}.0.content`],
      [messages({ role: 'user', content: {} }), `union_type ${chat}.0.content`],
      [messages({ role: 'user', content: 'x', name: 'y' }), `extra_forbidden ${chat}.0.name`],
      [parts(), `too_short ${chat}.0.content`],
      [parts('x'), `model_type ${chat}.0.content.0`],
      [parts({ type: 'image', url: 'x' }), `union_tag_invalid ${chat}.0.content.0`],
      [parts({ type: 'text', text: null }), `string_type ${chat}.0.content.0.text.text`],
      [parts({ type: 'text', text: '', x: 1 }), `extra_forbidden ${chat}.0.content.0.text.x`],
      [
        parts({ type: 'tool_result', tool_call_id: '1' }),
        `missing ${chat}.0.content.0.tool_result.tool_result`,
      ],
      [
        parts({
          type: 'tool_call',
          tool_call_id: '1',
          tool_call: { type: 'function', name: 'f', arguments: {} },
        }),
        `string_type ${chat}.0.content.0.tool_call.tool_call.arguments`,
      ],
    ])('is refused as %j', (fields, violation) => {
      expect(wrong(fields)).toEqual([violation]);
    });

    it('does not mistake a hostile key for one of its fields', () => {
      const template = JSON.parse('{"type":"chat","messages":[],"__proto__":{"x":1}}') as object;
      expect(wrong({ template })).toEqual(['extra_forbidden body.template.chat.__proto__']);
    });
  });

  describe('tools', () => {
    it('keep JSON as sent, including the order of keys and the text of numbers', () => {
      const source =
        '{"zulu":{"b":1,"a":[1.0,9007199254740993,1e400]},"alpha":{"__proto__":{"x":null}},"":""}';
      const sent = parseJson(`{"parameters":${source}}`) as { parameters: JsonValue };
      const { tools: kept } = content(
        tools(
          { type: 'function', function: { name: 'f', parameters: sent.parameters } },
          { type: 'raw', raw: sent.parameters },
        ),
      );
      const written = source.replace('1e400', 'null');
      expect(stringifyJson(kept)).toBe(
        `{"type":"tools","tools":[{"type":"function","function":{"name":"f","parameters":${written}}},` +
          `{"type":"raw","raw":${written}}]}`,
      );
    });

    it('do not gain fields that were left out', () => {
      const minimal = { type: 'function', function: { name: 'f' } };
      expect(content(tools(minimal)).tools).toEqual({ type: 'tools', tools: [minimal] });
    });

    it.each([
      ['none', {}],
      ['zero_or_more', {}],
      ['one_or_more', {}],
      ['specific_function', { function_name: 'unknown' }],
    ])('accept the tool choice %s', (type, rest) => {
      const sent = {
        type: 'tools',
        tools: [{ type: 'raw', raw: {} }],
        tool_choice: { type, ...rest },
        disable_parallel_tool_calls: 'yes',
      };
      expect(content({ tools: sent }).tools).toEqual({
        ...sent,
        disable_parallel_tool_calls: true,
      });
    });

    const raw = { type: 'raw', raw: {} };
    it.each([
      [{ tools: [] }, 'model_type body.tools'],
      [{ tools: { tools: [raw] } }, 'missing body.tools.type'],
      [tools(), 'too_short body.tools.tools'],
      [tools({ type: 'raw' }), 'missing body.tools.tools.0.raw.raw'],
      [tools({ type: 'raw', raw: [] }), 'dict_type body.tools.tools.0.raw.raw'],
      [tools({ type: 'raw', raw: JSON.rawJSON('1.0') }), 'dict_type body.tools.tools.0.raw.raw'],
      [
        tools({ type: 'function', function: {} }),
        'missing body.tools.tools.0.function.function.name',
      ],
      [
        tools({ type: 'function', function: { name: 'f', description: null } }),
        'string_type body.tools.tools.0.function.function.description',
      ],
      [
        tools({ type: 'function', function: { name: 'f', parameters: null } }),
        'dict_type body.tools.tools.0.function.function.parameters',
      ],
      [
        { tools: { type: 'tools', tools: [raw], tool_choice: { type: 'specific_function' } } },
        'missing body.tools.tool_choice.specific_function.function_name',
      ],
      [
        {
          tools: { type: 'tools', tools: [raw], tool_choice: { type: 'none', function_name: 'f' } },
        },
        'extra_forbidden body.tools.tool_choice.none.function_name',
      ],
      [
        { tools: { type: 'tools', tools: [raw], tool_choice: null } },
        'model_type body.tools.tool_choice',
      ],
      [
        { tools: { type: 'tools', tools: [raw], disable_parallel_tool_calls: 2 } },
        'bool_type body.tools.disable_parallel_tool_calls',
      ],
    ])('are refused as %j', (fields, violation) => {
      expect(wrong(fields)).toEqual([violation]);
    });
  });

  it.each([
    [
      { type: 'json' },
      ['literal_error body.response_format.type', 'missing body.response_format.json_schema'],
    ],
    [{ type: 'json_schema', json_schema: {} }, ['missing body.response_format.json_schema.name']],
    [
      { type: 'json_schema', json_schema: { name: 'n', schema: null } },
      ['dict_type body.response_format.json_schema.schema'],
    ],
    [
      { type: 'json_schema', json_schema: { name: 'n', x: 1 } },
      ['extra_forbidden body.response_format.json_schema.x'],
    ],
  ])('refuses the response format %j', (response_format, expected) => {
    expect(wrong({ response_format })).toEqual(expected);
  });

  it('is accepted or refused with a ValidationError, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(GOOD), 'tools'), (json, key) => {
        expect(Array.isArray(wrong({ [key]: json }))).toBe(true);
      }),
    );
  });
});
