import { z } from 'zod';
import { queryBoolean, queryInt, queryText } from '../../common/validation/query-fields.js';

/** Parameters of the list of projects. */
export const listProjectsQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1 }).optional().describe('Size of the page: 100 unless given.'),
  include_experiment_projects: queryBoolean()
    .optional()
    .describe('Whether to list the projects that hold the traces of experiments.'),
  include_dataset_evaluator_projects: queryBoolean()
    .optional()
    .describe('Whether to list the projects that hold the traces of dataset evaluators.'),
  name_contains: queryText()
    .optional()
    .describe('Part of the name, in any case of any script; `%` and `_` are ordinary characters.'),
});
