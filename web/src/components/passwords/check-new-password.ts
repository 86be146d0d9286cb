/**
 * Returns an error message if a new password breaks a rule that this page can check; the server
 * checks more.
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
