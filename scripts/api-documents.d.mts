/** The texts of `schema.graphql` and `openapi.json`, by file name. */
export function renderApiDocuments(): Promise<Record<'schema.graphql' | 'openapi.json', string>>;
