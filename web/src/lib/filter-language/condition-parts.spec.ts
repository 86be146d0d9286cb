import { hasPart, splitCondition, togglePart } from './condition-parts.js';

describe('the parts of a condition', () => {
  it.each([
    ['', []],
    ['a > 1', ['a > 1']],
    ["a > 1 and b == 'x and y'  and c is None", ['a > 1', "b == 'x and y'", 'c is None']],
    [
      'any(s.a > 1 and s.b for s in spans) and c[" and "] == 2',
      ['any(s.a > 1 and s.b for s in spans)', 'c[" and "] == 2'],
    ],
    ['a > 1 or b > 2 and c > 3', ['a > 1 or b > 2 and c > 3']],
    ['(a > 1 or b > 2) and order > 3', ['(a > 1 or b > 2)', 'order > 3']],
    ["a == 'it\\'s and' and b", ["a == 'it\\'s and'", 'b']],
    ["a == 'open and b", ["a == 'open and b"]],
  ])('of %s', (condition, parts) => {
    expect(splitCondition(condition)).toEqual(parts);
  });
});

describe('a part of a condition', () => {
  const PART = "user.id == 'ann'";

  it.each([
    ['', PART],
    ['latency_ms > 5', `latency_ms > 5 and ${PART}`],
    ['a > 1 or b > 2', `(a > 1 or b > 2) and ${PART}`],
  ])('is added to "%s", and removed', (condition, whole) => {
    expect(togglePart(condition, PART)).toBe(whole);
    expect(hasPart(condition, PART)).toBe(false);
    expect(hasPart(whole, PART)).toBe(true);
    expect(hasPart(togglePart(whole, PART), PART)).toBe(false);
  });

  it('is removed between others', () => {
    expect(togglePart(`a > 1 and ${PART} and b > 2`, PART)).toBe('a > 1 and b > 2');
  });
});
