export function selectNamedTests(
  paths: readonly string[],
  missing?: Record<string, string>,
): {
  steps: { script: string }[];
  tests: string[];
};
