import { z } from 'zod';
import { queryBoolean } from '../../common/validation/query-fields.js';

export const deleteExperimentQuery = z.object({
  delete_project: queryBoolean()
    .optional()
    .describe('Whether to delete the project with the traces of its runs too: false unless given.'),
});
