import { pageConfig } from '../../lib/page/page-config.js';

/** What the server asks of a new password, in a sentence. */
export function passwordRule(): string {
  const { passwordMinLength, passwordNeedsClasses } = pageConfig;
  const classes = passwordNeedsClasses
    ? ', among them a digit, a lower-case and an upper-case letter and one of !@#$%^&*()_+'
    : '';
  return `At least ${passwordMinLength} characters${classes}.`;
}
