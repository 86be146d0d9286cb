export const SCIM_PATH = 'scim/v2';

/** RFC 7644, 8.1. */
export const SCIM_TYPE = 'application/scim+json; charset=utf-8';
