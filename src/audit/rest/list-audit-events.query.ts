import { IsIn, IsOptional, MaxLength } from 'class-validator';
import { QueryInt, QueryText, QueryTime } from '../../common/validation/query-params.js';
import { MAX_FILTER_LENGTH } from '../graphql/audit-event-filter.inputs.js';

const FORMATS = ['csv', 'jsonl'] as const;
const TOO_LONG = { message: `String should have at most ${MAX_FILTER_LENGTH} characters` };

/** Which events are asked for. */
class AuditEventsFilterDto {
  /** Beginning of the action: `login` for all about signing in. */
  @QueryText()
  @MaxLength(MAX_FILTER_LENGTH, TOO_LONG)
  action?: string;

  /** Global id of the user who acted. */
  @QueryText()
  actor_id?: string;

  /** `success` or `failure`. */
  @IsOptional()
  @IsIn(['success', 'failure'], { message: 'Input should be success or failure' })
  outcome?: 'success' | 'failure';

  /** Inclusive. */
  @QueryTime()
  start?: string;

  /** Exclusive. */
  @QueryTime()
  end?: string;

  /** Part of a name or an address, in any case. */
  @QueryText()
  @MaxLength(MAX_FILTER_LENGTH, TOO_LONG)
  search?: string;
}

export class ListAuditEventsDto extends AuditEventsFilterDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page: 100 unless given. */
  @QueryInt({ min: 1, max: 1000 })
  limit?: number;
}

export class ExportAuditEventsDto extends AuditEventsFilterDto {
  /** `csv`, or `jsonl` for one JSON object a line. */
  @IsIn(FORMATS, { message: `Input should be one of ${FORMATS.join(', ')}` })
  format: 'csv' | 'jsonl';
}
