import { z } from 'zod';
import { Check, checksOf } from './check.js';
import { trimmedText } from './json-fields.js';
import { ValidationPipe } from './validation.pipe.js';

class Base {
  @Check(trimmedText())
  name!: string;

  id!: string;
}

class Derived extends Base {
  @Check(z.number().max(1))
  probability!: number;

  limit = 10;
}

class Late {
  @Check(z.string())
  name!: string;
}

class Unchecked {
  name!: string;
}

const transform = (value: object) =>
  new ValidationPipe().transform(value, { type: 'body', metatype: Derived });

describe('Check', () => {
  it('applies the rules of a class and of those it extends, and keeps other fields', () => {
    const input = transform({ name: ' a ', id: 'x', probability: 1 });
    expect(input).toEqual({ name: 'a', id: 'x', probability: 1, limit: 10 });
    expect(input).toBeInstanceOf(Derived);
  });

  it('names the field that breaks a rule', () => {
    expect(() => transform({ name: 'a', probability: 2 })).toThrow(
      'probability: Input should be less than or equal to 1',
    );
  });

  it('returns the same schema for the same class', () => {
    expect(checksOf(Derived)).toBe(checksOf(Derived));
    expect(checksOf(Derived)).not.toBe(checksOf(Base));
  });

  it('refuses rules that would come too late', () => {
    expect(checksOf(Late)).not.toBeNull();
    expect(() => Check(z.string())(Late.prototype, 'other')).toThrow('A rule must be added before');
  });

  it('ignores classes without rules, and does not change base classes', () => {
    expect(checksOf(Unchecked)).toBeNull();
    expect(checksOf(Base)!.parse({ name: 'a', probability: 2 })).toEqual({
      name: 'a',
      probability: 2,
    });
  });
});
