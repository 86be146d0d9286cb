import { listPaths } from '../../../components/evaluators/list-paths.js';
import { toContext } from './subject-context.js';

const span = {
  name: 'answer',
  spanKind: 'llm' as const,
  attributes: JSON.stringify({
    input: { value: '{"city":"Bern"}', mime_type: 'application/json' },
    output: { value: '{"not":"parsed"}' },
    metadata: '{"env":"prod"}',
  }),
};

describe('the context of a rule', () => {
  it('has the paths into a span', () => {
    const paths = listPaths(toContext('SPAN', span));
    expect(paths).toEqual(
      expect.arrayContaining(['input.city', 'output', 'metadata.env', 'attributes.input.value']),
    );
    expect(paths).not.toContain('output.not');
    expect(paths).not.toContain('spans');
  });

  it('has the paths into a trace and a session', () => {
    expect(listPaths(toContext('TRACE', span))).toEqual(
      expect.arrayContaining(['spans[0].input.city', 'spans[0].status_code']),
    );
    const ofSession = listPaths(toContext('SESSION', span));
    expect(ofSession).toContain('traces[0].input.city');
    expect(ofSession).not.toContain('attributes');
  });

  it('has its members without a span', () => {
    expect(listPaths(toContext('SPAN', undefined))).toEqual([
      'input',
      'output',
      'metadata',
      'attributes',
      'name',
      'kind',
    ]);
  });
});
