import { z } from 'zod';
import { maxBytes, storableText } from '../../common/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../project-name.js';

export const createProjectBody = z
  .object({
    name: storableText()
      .check(maxBytes(MAX_NAME_BYTES))
      .min(1)
      .describe('Unique. Any characters except NUL; blanks at the ends are kept.'),
    description: storableText().nullish(),
  })
  .meta({ id: 'CreateProjectDto' });
