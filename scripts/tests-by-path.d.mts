export function listTestsByPath(file: string): string[];
