import { toGlobalId } from '../kernel/ids/global-id.js';
import type { WebhookEvent } from '../webhooks/webhook-events.contract.js';
import type { Letter } from '../mail/mail.service.js';
import type { AlertRuleEntity } from './alert-rule.entity.js';
import { type ToldMeasurement, writeSummary } from './alert-text.js';

/** Type name in the global ID of a rule. */
export const ALERT_RULE_TYPE = 'AlertRule';

/** How the types of events of alerts begin. */
export const ALERT_EVENTS = 'alert.';

/** How many groups a webhook gets; the summary counts all. */
const MAX_SENT_GROUPS = 200;

/** Writes what webhooks are told of a rule. */
export function writeEvent(
  rule: AlertRuleEntity,
  projectName: string,
  kind: 'firing' | 'resolved' | 'test',
  told: ToldMeasurement,
): WebhookEvent {
  const { value, groups, priced } = told;
  const projectId = toGlobalId('Project', rule.projectId);
  const { name, target, metric, measure, annotation, condition, baseline, comparison, threshold } =
    rule;
  const grouping = groups && {
    group_by: rule.groupBy,
    group_attribute: rule.groupAttribute,
    groups: groups
      .slice(0, MAX_SENT_GROUPS)
      .map(({ key, value: ofGroup }) => ({ key, value: ofGroup })),
  };
  const counts = priced && {
    span_count: priced.tokenSpanCount,
    unpriced_span_count: priced.unpricedSpanCount,
  };
  return {
    projectId: rule.projectId,
    type: `${ALERT_EVENTS}${kind}`,
    summary: writeSummary(rule, projectName, kind, told),
    path: `/projects/${encodeURIComponent(projectId)}/alerts`,
    data: {
      rule: { id: toGlobalId(ALERT_RULE_TYPE, rule.id), name },
      project: { id: projectId, name: projectName },
      target,
      ...(metric !== null && { metric }),
      measure,
      annotation,
      condition,
      window_minutes: rule.windowMinutes,
      baseline,
      comparison,
      threshold,
      value,
      ...counts,
      ...grouping,
    },
  };
}

/** Writes the same as an email. */
export function writeLetter(
  { summary, path }: WebhookEvent,
  heading: string,
  rootUrl: string,
): Letter {
  return {
    subject: heading,
    paragraphs: [summary],
    link: { id: 'alerts-url', label: 'Open the alerts', url: `${rootUrl}${path}` },
  };
}
