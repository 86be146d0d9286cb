import { Injectable } from '@nestjs/common';
import { AlertRulesService } from './alert-rules.service.js';
import {
  AlertMeasuresService,
  type MeasuredPoint,
  type MeasuredRule,
} from './alert-measures.service.js';

/** Shows what a rule would have measured before it is saved. */
@Injectable()
export class AlertPreviewsService {
  constructor(
    private readonly rules: AlertRulesService,
    private readonly measures: AlertMeasuresService,
  ) {}

  /** @throws what creating the rule throws, and BadRequestError if it takes too long. */
  async preview(rule: Omit<MeasuredRule, 'id'>): Promise<MeasuredPoint[]> {
    this.rules.assertMeasurable(rule);
    return this.measures.preview(rule, new Date());
  }
}
