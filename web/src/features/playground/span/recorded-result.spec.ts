import { findRecordedResult } from './recorded-result.js';

const call = (name: string, given: string) => ({ id: 'c', name, arguments: given });
const RESULTS = [
  { name: 'weather', given: '{"city":"Bern"}', text: 'rain' },
  { name: 'weather', given: '{"city":"Rome","unit":"C"}', text: 'sun' },
  { name: 'search', given: undefined, text: '[]' },
];

describe('the recorded result of a call', () => {
  it.each([
    ['weather', '{ "unit": "C", "city": "Rome" }', { text: 'sun', hasSameArguments: true }],
    ['weather', '{"city":"Oslo"}', { text: 'rain', hasSameArguments: false }],
    ['weather', '{"city', { text: 'rain', hasSameArguments: false }],
    ['search', '{}', { text: '[]', hasSameArguments: false }],
    ['other', '{}', undefined],
  ])('of %s(%s) is %j', (name, given, expected) => {
    expect(findRecordedResult(RESULTS, call(name, given))).toEqual(expected);
  });
});
