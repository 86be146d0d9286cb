/** The origin of a model. */
export enum GenerativeModelKind {
  /** Created by a user. */
  CUSTOM = 'CUSTOM',
  /** Part of Spandrel. */
  BUILT_IN = 'BUILT_IN',
}
