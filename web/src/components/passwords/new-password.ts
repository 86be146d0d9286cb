/** What is wrong with a new password before the server is asked; it knows more rules than this page. */
export function problemOfNewPassword(
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
  if (password !== repeated) return { repeated: 'The two are not the same.' };
  return {};
}
