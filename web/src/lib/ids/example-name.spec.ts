import { getExampleName } from './example-name.js';

describe('getExampleName', () => {
  it.each([
    ['RGF0YXNldEV4YW1wbGU6MTE3', 'ticket-9', 'ticket-9'],
    ['RGF0YXNldEV4YW1wbGU6MTE3', null, '#117'],
    ['not base64!', null, 'not base64!'],
    ['bm8gbnVtYmVy', null, 'bm8gbnVtYmVy'],
  ])('names %s with external ID %s: %s', (id, externalId, name) => {
    expect(getExampleName({ id, externalId })).toBe(name);
  });
});
