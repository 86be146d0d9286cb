/** Metrics of generative AI and of coding agents. */
const KEPT =
  /^(?:gen_ai\.client|claude_code|gemini_cli|codex|codex_cli|qwen-code|qwen_code|copilot|github\.copilot)\./;

/** Returns whether points of a metric are stored in every project. Others are stored only if the project asks for them. */
export function isAlwaysKept(name: string): boolean {
  return KEPT.test(name);
}
