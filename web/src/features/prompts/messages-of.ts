import type { TemplateMessage, VersionDetail } from './api/version.js';

/** The messages of a version; a template that is one text is what a user says. */
export function messagesOf({
  template,
}: Pick<VersionDetail, 'template'>): readonly TemplateMessage[] {
  if (template.__typename === 'PromptChatTemplate') return template.messages;
  const text = { __typename: 'TextContentPart' as const, text: { text: template.template } };
  return [{ role: 'USER', roleName: 'user', content: [text] }];
}
