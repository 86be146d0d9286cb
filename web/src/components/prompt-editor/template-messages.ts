import type { TemplateMessage, VersionDetail } from './version.js';

/** Returns the messages of a version. A template that is a single text becomes a user message. */
export function listMessages({
  template,
}: Pick<VersionDetail, 'template'>): readonly TemplateMessage[] {
  if (template.__typename === 'PromptChatTemplate') return template.messages;
  const text = { __typename: 'TextContentPart' as const, text: { text: template.template } };
  return [{ role: 'USER', roleName: 'user', content: [text] }];
}
