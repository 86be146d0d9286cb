import { UnprocessableError } from '../../common/errors/errors.js';

/** A template that cannot be read, or not with the values given. */
export class TemplateError extends UnprocessableError {}
