import { Injectable } from '@nestjs/common';
import type { DistributedWhere } from '../kernel/sql/distributed-where.js';
import { SessionsService } from '../tracing/sessions/sessions.service.js';
import { SpansService } from '../tracing/spans/spans.service.js';
import { TracesService } from '../tracing/traces/traces.service.js';
import type { EvaluationRuleTarget } from './evaluation-rule.enum.js';

/** Adds a condition to a query of spans `s`, traces `t` or sessions `s`. Returns the joins it needs. */
type AddCondition = (where: DistributedWhere) => string;

/** Reads the conditions of rules in the filter language. */
@Injectable()
export class RuleConditionsService {
  constructor(
    private readonly spans: SpansService,
    private readonly traces: TracesService,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws FilterSyntaxError that names the position of a mistake. */
  assertValid(target: `${EvaluationRuleTarget}`, text: string): void {
    this.read(target, text);
  }

  /** @throws FilterSyntaxError if it is not a condition. */
  read(target: `${EvaluationRuleTarget}`, text: string): AddCondition {
    if (target === 'SPAN') return this.spans.readCondition(text) ?? (() => '');
    const add = (target === 'TRACE' ? this.traces : this.sessions).readCondition(text);
    return (where) => {
      add?.(where);
      return '';
    };
  }
}
