import { ArgsType, Field, Float, ID, InputType, Int } from '@nestjs/graphql';
import { z } from 'zod';
import { DomainError } from '../../kernel/errors/errors.js';
import { OffsetPageArgs } from '../../kernel/pagination/offset-page.js';
import { Check, checksOf } from '../../kernel/validation/check.js';
import { trimmedName } from '../../kernel/validation/json-fields.js';
import type { RetentionPolicyContent } from '../retention-policies.service.js';
import { RetentionExemption } from '../retention-policy.enum.js';
import { CronExpressionScalar } from './retention-policy.type.js';

/** A hundred years. */
const MAX_DAYS = 36_500;
const DEFAULT_FIRST = 100;

const days = () => z.number().min(0).max(MAX_DAYS);
const count = () => z.number().min(0);
/** The largest whole number that is exact. */
const bytes = () => z.int().min(0);

/** A page of policies, or of the projects of one. */
@ArgsType()
export class RetentionPageArgs extends OffsetPageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `Page size from the start of the list. Defaults to ${DEFAULT_FIRST} unless \`last\` is given.`,
  })
  declare first?: number | null;
}

/** Applies the default of `RetentionPageArgs`. */
export function toRetentionPage(args: RetentionPageArgs): OffsetPageArgs {
  const { first, after, last, before } = args;
  return { first: first ?? (typeof last === 'number' ? null : DEFAULT_FIRST), after, last, before };
}

@InputType()
export class ProjectTraceRetentionRuleMaxDaysInput {
  @Field(() => Float, { description: `From 0, which keeps all, to ${MAX_DAYS}.` })
  @Check(days())
  maxDays: number;
}

@InputType()
export class ProjectTraceRetentionRuleMaxCountInput {
  @Field(() => Int, { description: '0 keeps all.' })
  @Check(count())
  maxCount: number;
}

@InputType()
export class ProjectTraceRetentionRuleMaxDaysOrCountInput {
  @Field(() => Float, { description: `From 0, so that age does not count, to ${MAX_DAYS}.` })
  @Check(days())
  maxDays: number;

  @Field(() => Int, { description: '0: their number does not count.' })
  @Check(count())
  maxCount: number;
}

@InputType({ isOneOf: true, description: 'The rule by which a policy deletes traces.' })
export class ProjectTraceRetentionRuleInput {
  @Field(() => ProjectTraceRetentionRuleMaxDaysInput, { nullable: true })
  @Check(checksOf(ProjectTraceRetentionRuleMaxDaysInput)!.optional())
  maxDays?: ProjectTraceRetentionRuleMaxDaysInput;

  @Field(() => ProjectTraceRetentionRuleMaxCountInput, { nullable: true })
  @Check(checksOf(ProjectTraceRetentionRuleMaxCountInput)!.optional())
  maxCount?: ProjectTraceRetentionRuleMaxCountInput;

  @Field(() => ProjectTraceRetentionRuleMaxDaysOrCountInput, { nullable: true })
  @Check(checksOf(ProjectTraceRetentionRuleMaxDaysOrCountInput)!.optional())
  maxDaysOrCount?: ProjectTraceRetentionRuleMaxDaysOrCountInput;
}

const MAX_BYTES =
  'Also deletes the oldest traces of each project until it occupies that many bytes or less. 0: its size does not count.';
const MAX_TEXT_DAYS = `Removes inputs, outputs, messages and other long attributes of traces older than this number of days, up to ${MAX_DAYS}, and keeps their spans. 0: they stay as long as the traces.`;

/** The limits of a policy besides its rule. */
@ArgsType()
@InputType({ isAbstract: true })
abstract class RetentionLimitsInput {
  @Field(() => Float, { nullable: true, description: MAX_BYTES })
  @Check(bytes().nullish())
  maxBytes?: number | null;

  @Field(() => Float, { nullable: true, description: MAX_TEXT_DAYS })
  @Check(days().nullish())
  maxTextDays?: number | null;
}

@InputType()
export class CreateProjectTraceRetentionPolicyInput extends RetentionLimitsInput {
  @Field(() => String, { description: 'Unique. Surrounding white space is removed.' })
  @Check(trimmedName())
  name: string;

  @Field(() => CronExpressionScalar, { description: 'When it runs.' })
  cronExpression: string;

  @Field(() => ProjectTraceRetentionRuleInput)
  @Check(checksOf(ProjectTraceRetentionRuleInput)!)
  rule: ProjectTraceRetentionRuleInput;

  @Field(() => [RetentionExemption], {
    nullable: true,
    description: 'Which traces it never deletes, and of which it removes nothing.',
  })
  keeps?: `${RetentionExemption}`[] | null;

  @Field(() => [ID], { nullable: true, description: 'Projects that follow it from now on.' })
  addProjects?: string[] | null;
}

@InputType({ description: 'Absent and null fields stay unchanged.' })
export class PatchProjectTraceRetentionPolicyInput extends RetentionLimitsInput {
  @Field(() => ID)
  id: string;

  @Field(() => String, { nullable: true, description: 'The default policy cannot be renamed.' })
  @Check(z.union([trimmedName(), z.null()]).optional())
  name?: string | null;

  @Field(() => CronExpressionScalar, { nullable: true })
  cronExpression?: string | null;

  @Field(() => ProjectTraceRetentionRuleInput, { nullable: true })
  @Check(checksOf(ProjectTraceRetentionRuleInput)!.nullish())
  rule?: ProjectTraceRetentionRuleInput | null;

  @Field(() => [RetentionExemption], { nullable: true })
  keeps?: `${RetentionExemption}`[] | null;

  @Field(() => [ID], { nullable: true, description: 'Projects that follow it from now on.' })
  addProjects?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Projects that follow the default policy from now on.',
  })
  removeProjects?: string[] | null;
}

@InputType()
export class DeleteProjectTraceRetentionPolicyInput {
  @Field(() => ID)
  id: string;
}

@InputType()
export class RunProjectTraceRetentionPolicyInput {
  @Field(() => ID)
  id: string;
}

@ArgsType()
export class RetentionPreviewArgs extends RetentionLimitsInput {
  @Field(() => ProjectTraceRetentionRuleInput)
  @Check(checksOf(ProjectTraceRetentionRuleInput)!)
  rule: ProjectTraceRetentionRuleInput;

  @Field(() => [RetentionExemption], { defaultValue: [] })
  keeps: `${RetentionExemption}`[];

  @Field(() => [ID], { nullable: true, description: 'The projects to look at.' })
  projects?: string[] | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The policy whose projects to look at, in addition.',
  })
  policyId?: string | null;
}

/** @throws DomainError BAD_USER_INPUT unless exactly one kind of rule is given. */
export function toRule({
  maxDays,
  maxCount,
  maxDaysOrCount,
}: ProjectTraceRetentionRuleInput): Pick<RetentionPolicyContent, 'maxDays' | 'maxCount'> {
  if (maxDays) return { maxDays: maxDays.maxDays, maxCount: null };
  if (maxCount) return { maxDays: null, maxCount: maxCount.maxCount };
  if (maxDaysOrCount) {
    return { maxDays: maxDaysOrCount.maxDays, maxCount: maxDaysOrCount.maxCount };
  }
  throw new DomainError('BAD_USER_INPUT', 'Exactly one kind of rule must be given.');
}

/** The limits besides the rule, of which 0 is none. Absent ones stay absent. */
export function toLimits({
  maxBytes,
  maxTextDays,
}: RetentionLimitsInput): Partial<Pick<RetentionPolicyContent, 'maxBytes' | 'maxTextDays'>> {
  return {
    ...(typeof maxBytes === 'number' && { maxBytes: maxBytes || null }),
    ...(typeof maxTextDays === 'number' && { maxTextDays: maxTextDays || null }),
  };
}

/** Removes repetitions and puts the rest in a fixed order. */
export function toKeeps(keeps: RetentionPolicyContent['keeps']): RetentionPolicyContent['keeps'] {
  return [...new Set(keeps)].toSorted();
}
