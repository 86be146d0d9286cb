export function selectChecks(files: readonly string[]): {
  steps: { script: string }[];
  tests: string[];
};
