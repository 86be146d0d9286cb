import { ValidationError } from '../../kernel/errors/errors.js';
import type { ErrorFormat } from '../../kernel/http/error-format.js';
import { ScimError } from '../protocol/scim-error.js';

/** The form of errors that SCIM clients read (RFC 7644, 3.12). */
export const SCIM_ERRORS: ErrorFormat = {
  paths: /^\/scim\//i,
  challenge: 'Bearer realm="Spandrel SCIM"',
  write: (error, described) => {
    const isInvalid = error instanceof ValidationError;
    const status = isInvalid ? 400 : described.status;
    const scimType = isInvalid ? 'invalidValue' : error instanceof ScimError && error.scimType;
    return {
      status,
      contentType: 'application/scim+json',
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(scimType && { scimType }),
        detail: described.message,
      },
    };
  },
};
