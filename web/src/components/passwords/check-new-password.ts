/**
 * Returns what is wrong with a new password, as far as this page can tell; the server applies more
 * rules.
 */
export function checkNewPassword(
  password: string,
  repeated: string,
  minLength: number,
): { password?: string; repeated?: string } {
  const length = Array.from(password).length;
  if (length < minLength) {
    return {
      password: `${minLength - length} more ${minLength - length === 1 ? 'character' : 'characters'} needed.`,
    };
  }
  if (password !== repeated) return { repeated: 'The passwords do not match.' };
  return {};
}
