import { isFailedTrace } from '../../spans/failure.js';
import { listConditionFields } from '../fields/field.js';
import { isOfSession, ROOT_OF_SESSION, SESSION_FIELDS } from '../fields/session.js';
import { annotationsIn, costDetailsIn, spansOfSession, tracesOfSession } from './collections.js';
import type { RowRules } from './row-grain.js';

/** The names in conditions on sessions `s`. */
export const SESSION_RULES: RowRules = {
  row: 's',
  fields: listConditionFields(SESSION_FIELDS),
  root: ROOT_OF_SESSION,
  target: 'session',
  hasFailure: `EXISTS (SELECT FROM traces failed WHERE ${isOfSession('failed')} AND ${isFailedTrace('failed')})`,
  isAnnotated: isOfSession,
  loops: {
    collections: new Map([
      ['spans', spansOfSession(isOfSession)],
      ['traces', tracesOfSession(isOfSession)],
      [
        'session_annotations',
        annotationsIn('session_annotations', 'Annotations of the session.', isOfSession),
      ],
      [
        'span_annotations',
        annotationsIn(
          'span_annotations',
          'Annotations of the spans of the traces.',
          (annotation) =>
            `${annotation}.trace_id IN (SELECT turn.trace_id FROM traces turn WHERE ${isOfSession('turn')})`,
        ),
      ],
      [
        'span_cost_details',
        costDetailsIn(
          'Tokens of the spans of the traces by type, with their cost.',
          (detail) =>
            `${detail}.trace_id IN (SELECT turn.trace_id FROM traces turn WHERE ${isOfSession('turn')})`,
        ),
      ],
    ]),
    seesOuterVariables: false,
    comparesTimes: false,
  },
};
