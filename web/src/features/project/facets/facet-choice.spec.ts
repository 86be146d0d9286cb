import { isChosen, toggleFacet } from './facet-choice.js';

const TOOL = { value: 'TOOL', condition: "span_kind == 'TOOL'" };
const FAILED_SPAN = { value: 'ERROR', condition: "status_code == 'ERROR'" };
const FAILED_TRACE = { value: 'ERROR', condition: 'error_count > 0' };
const ADA = { value: 'ada', condition: "user.id == 'ada'" };

describe('a click on a facet', () => {
  it('sets the controls of a list', () => {
    expect(toggleFacet('spans', {}, 'kind', TOOL)).toEqual({ kinds: ['tool'] });
    expect(toggleFacet('spans', { statuses: ['ok'] }, 'status', FAILED_SPAN)).toEqual({
      statuses: ['ok', 'error'],
    });
    expect(toggleFacet('traces', { status: 'ok' }, 'status', FAILED_TRACE)).toEqual({
      status: 'error',
    });
  });

  it('resets a control that has the value', () => {
    expect(isChosen('spans', { kinds: ['llm', 'tool'] }, 'kind', TOOL)).toBe(true);
    expect(toggleFacet('spans', { kinds: ['llm', 'tool'] }, 'kind', TOOL)).toEqual({
      kinds: ['llm'],
    });
    expect(toggleFacet('spans', { kinds: ['tool'] }, 'kind', TOOL)).toEqual({ kinds: undefined });
    expect(isChosen('traces', { status: 'error' }, 'status', FAILED_TRACE)).toBe(true);
    expect(toggleFacet('traces', { status: 'error' }, 'status', FAILED_TRACE)).toEqual({
      status: undefined,
    });
  });

  it('changes the condition if there is no control', () => {
    expect(toggleFacet('spans', { kinds: ['tool'] }, undefined, ADA)).toEqual({
      filter: ADA.condition,
    });
    expect(toggleFacet('sessions', {}, 'status', FAILED_TRACE)).toEqual({
      filter: FAILED_TRACE.condition,
    });
    expect(isChosen('traces', { kinds: ['tool'] }, 'kind', TOOL)).toBe(false);
  });

  it('removes a condition that was written before', () => {
    const search = { filter: `latency_ms > 5 and ${TOOL.condition}` };
    expect(isChosen('spans', search, 'kind', TOOL)).toBe(true);
    expect(toggleFacet('spans', search, 'kind', TOOL)).toEqual({ filter: 'latency_ms > 5' });
    expect(isChosen('spans', { filter: 5 }, 'kind', TOOL)).toBe(false);
  });
});
