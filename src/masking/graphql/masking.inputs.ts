import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { compilePattern } from '../mask.contract.js';
import { MaskedKind, type MaskRules } from '../mask-rules.contract.js';
import { Check, checksOf } from '../../kernel/validation/check.js';
import { storableText, trimmedText } from '../../kernel/validation/json-fields.js';

const MAX_KEYS = 100;
const MAX_KEY_LENGTH = 500;
const MAX_PATTERNS = 20;
const MAX_NAME_LENGTH = 50;
const MAX_PATTERN_LENGTH = 500;

const KEY = /^[^.\s]+(\.[^.\s]+)*$/;
const KEY_FORM = 'Write a dotted name such as metadata.password, **.password or user.*.';

const key = () =>
  trimmedText().pipe(
    z
      .string()
      .max(MAX_KEY_LENGTH)
      .refine((text) => KEY.test(text), KEY_FORM),
  );

const pattern = () =>
  storableText()
    .min(1)
    .max(MAX_PATTERN_LENGTH)
    .superRefine((text, context) => {
      const problem = findProblem(text);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    });

/** Returns what is wrong with a pattern. One that matches the empty text would mask everything. */
function findProblem(text: string): string | null {
  try {
    if (!compilePattern(text).matcher('').matches()) return null;
    return 'The pattern matches the empty text.';
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, '');
    return `The pattern is not valid in RE2 syntax: ${reason}.`;
  }
}

@InputType({ description: 'A pattern of your own.' })
export class MaskPatternInput {
  @Field(() => String, {
    description: `At most ${MAX_NAME_LENGTH} characters. Stands in the text instead of what matched: \`[name]\`.`,
  })
  @Check(trimmedText().pipe(z.string().min(1).max(MAX_NAME_LENGTH)))
  name: string;

  @Field(() => String, {
    description: `In RE2 syntax, without look-around and back-references. At most ${MAX_PATTERN_LENGTH} characters.`,
  })
  @Check(pattern())
  pattern: string;
}

@InputType({ description: 'The masking rules of a project.' })
export class MaskRulesInput {
  @Field(() => [String], {
    defaultValue: [],
    description: `Dotted names of attributes whose values are not stored. \`*\` stands for one part of a name, \`**\` for any number of them. At most ${MAX_KEYS}.`,
  })
  @Check(z.array(key()).max(MAX_KEYS))
  keys: string[];

  @Field(() => [MaskedKind], { defaultValue: [] })
  kinds: MaskedKind[];

  @Field(() => [MaskPatternInput], { defaultValue: [], description: `At most ${MAX_PATTERNS}.` })
  @Check(z.array(checksOf(MaskPatternInput)!).max(MAX_PATTERNS))
  patterns: MaskPatternInput[];
}

@InputType()
export class PatchProjectMaskingInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => MaskRulesInput, { description: 'Replaces the present ones.' })
  @Check(checksOf(MaskRulesInput)!)
  rules: MaskRulesInput;
}

/** Drops repetitions. */
export function toMaskRules({ keys, kinds, patterns }: MaskRulesInput): MaskRules {
  return {
    keys: [...new Set(keys)],
    kinds: [...new Set(kinds)],
    patterns: patterns.map(({ name, pattern: source }) => ({ name, pattern: source })),
  };
}
