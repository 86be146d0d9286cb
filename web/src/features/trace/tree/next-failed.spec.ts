import { aSpan } from './a-span.js';
import { findNextFailed } from './next-failed.js';

describe('findNextFailed', () => {
  const spans = [
    aSpan('late', { at: 9, statusCode: 'ERROR' }),
    aSpan('fine', { at: 5 }),
    aSpan('early', { at: 1, statusCode: 'ERROR' }),
  ];

  it('walks through the failed spans by start time, and wraps around', () => {
    expect(findNextFailed(spans, undefined)?.spanId).toBe('early');
    expect(findNextFailed(spans, 'id-fine')?.spanId).toBe('early');
    expect(findNextFailed(spans, 'id-early')?.spanId).toBe('late');
    expect(findNextFailed(spans, 'id-late')?.spanId).toBe('early');
  });

  it('finds nothing if no span failed', () => {
    expect(findNextFailed([aSpan('fine')], undefined)).toBeUndefined();
  });
});
