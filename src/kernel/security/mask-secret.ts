/** The placeholder that the API shows instead of a credential, whatever its length. */
export const MASK = '••••••••';
