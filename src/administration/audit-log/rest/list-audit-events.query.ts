import { z } from 'zod';
import { storableText } from '../../../kernel/validation/json-fields.js';
import { queryInt, queryText, queryTime } from '../../../kernel/validation/query-fields.js';
import { type AuditSearch, MAX_FILTER_LENGTH } from '../audit-log.service.js';

const filterText = () => queryText(storableText().max(MAX_FILTER_LENGTH));

const filterFields = {
  action: filterText()
    .optional()
    .describe('Start of the action, such as `login` for everything about signing in.'),
  actor_id: queryText().optional().describe('Global ID of the user who performed the action.'),
  outcome: z.enum(['success', 'failure']).optional().describe('`success` or `failure`.'),
  start: queryTime().optional().describe('Inclusive.'),
  end: queryTime().optional().describe('Exclusive.'),
  search: filterText().optional().describe('Part of a name or an address, ignoring case.'),
};

export const listAuditEventsQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, max: 1000 }).optional().describe('Page size. Defaults to 100.'),
  ...filterFields,
});

export const exportAuditEventsQuery = z.object({
  format: z.enum(['csv', 'jsonl']).describe('`csv`, or `jsonl` for one JSON object per line.'),
  ...filterFields,
});

export function toAuditSearch(query: z.output<z.ZodObject<typeof filterFields>>): AuditSearch {
  const { action, actor_id, outcome, start, end, search } = query;
  return { action, actorId: actor_id, outcome, start, end, search };
}
