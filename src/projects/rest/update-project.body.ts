import { z } from 'zod';
import { storableText } from '../../common/validation/json-fields.js';

export const updateProjectBody = z
  .object({ description: storableText().nullish().describe('Absent or null: unchanged.') })
  .meta({ id: 'UpdateProjectDto' });
