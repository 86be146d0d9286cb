import { previewInput, previewOutput } from './previews.js';

describe('the preview', () => {
  const instructed = {
    llm: { input_messages: [{ message: { role: 'system', content: 'Be kind.' } }] },
  };

  it('shows the system message only if there is no other input', () => {
    const request = { ...instructed, input: { value: '{"system":"Be kind.","prompt":"Why?"}' } };
    expect(previewInput(request, 'AGENT')).toBe('Why?');
    expect(previewInput(instructed, 'LLM')).toBe('Be kind.');
    expect(previewInput({}, 'LLM')).toBeNull();
  });

  it('shows the value of a tool, not a message', () => {
    const said = [{ message: { role: 'user', content: 'Why?' } }];
    const llm = { input_messages: said, output_messages: said };
    const values = { input: { value: '{"a":1}' }, output: { value: 'ok' } };
    expect(previewInput({ llm, ...values }, 'TOOL')).toBe('{"a":1}');
    expect(previewOutput({ llm, ...values }, 'TOOL')).toBe('ok');
    expect(previewInput({ llm }, 'TOOL')).toBe('Why?');
  });

  it("shows the text of a tool's result", () => {
    const output = { value: '[{"text":"sunny"},{"type":"text","text":"22 degrees"}]' };
    expect(previewOutput({ output }, 'TOOL')).toBe('sunny\n22 degrees');
    const days = { value: '[{"day":1,"text":"sunny"}]' };
    expect(previewOutput({ output: days }, 'TOOL')).toBe(days.value);
  });

  it('shows no JSON for an image', () => {
    const image = { type: 'image', image: { image: { url: 'data:image/png;base64,AAAA' } } };
    const message = { role: 'user', contents: [{ message_content: image }] };
    expect(previewInput({ llm: { input_messages: [{ message }] } }, 'LLM')).toBe('[image]');
    const audio = { type: 'audio', audio: { audio: { url: 'data:,', transcript: 'Why?' } } };
    const spoken = { role: 'user', contents: [{ message_content: audio }] };
    expect(previewInput({ llm: { input_messages: [{ message: spoken }] } }, 'LLM')).toBe('Why?');
  });

  it('shows the first of several documents', () => {
    const documents = [{ document: { content: 'Sun' } }, { document: { content: 'Rain' } }];
    expect(previewOutput({ retrieval: { documents } }, 'RETRIEVER')).toBe('Sun');
    const reranker = { query: 'Why?', output_documents: documents };
    expect(previewOutput({ reranker }, 'RERANKER')).toBe('Sun');
    expect(previewInput({ reranker }, 'RERANKER')).toBe('Why?');
  });

  it('reads the older names of a call, too', () => {
    const message = {
      role: 'assistant',
      function_call_name: 'f',
      function_call_arguments_json: '{}',
    };
    expect(previewOutput({ llm: { output_messages: [{ message }] } }, 'LLM')).toBe('f({})');
  });
});
