/** The kinds of values that Spandrel recognizes without a pattern from the user. */
export enum MaskedKind {
  EMAIL = 'EMAIL',
  CARD = 'CARD',
  IBAN = 'IBAN',
  IP_ADDRESS = 'IP_ADDRESS',
  SECRET = 'SECRET',
}

/** A pattern that a user wrote. */
export interface MaskPattern {
  /** Stands in the text instead of what matched: `[name]`. */
  name: string;
  /** In RE2 syntax. */
  pattern: string;
}

/** The masking rules of a project. */
export interface MaskRules {
  /**
   * Attributes whose values are not stored, by dotted names: `*` stands for one part of a name, `**` for
   * any number of them.
   */
  keys: string[];
  kinds: MaskedKind[];
  patterns: MaskPattern[];
}
