export interface Rules {
  keys?: string[];
  kinds?: string[];
  patterns?: { name: string; pattern: string }[];
}

export const PATCH = `mutation ($input: PatchProjectMaskingInput!) {
  patchProjectMasking(input: $input) {
    project { masking { keys kinds patterns { name pattern } updatedAt } }
  }
}`;

export const TEXT = 'ada@example.com paid with 4242 4242 4242 4242 for KD-123456';
export const MASKED = '[email] paid with [card] for [customer]';
export const RULES: Rules = {
  keys: ['**.password', 'user.id'],
  kinds: ['EMAIL', 'CARD'],
  patterns: [{ name: 'customer', pattern: 'KD-\\d{6}' }],
};
