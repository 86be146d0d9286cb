import { Field, ObjectType, registerEnumType } from '@nestjs/graphql';
import {
  curlSnippet,
  pythonSnippet,
  type SnippetSubject,
  typescriptSnippet,
} from '../prompt-snippets.js';

export enum PromptSnippetLanguage {
  PYTHON = 'PYTHON',
  TYPESCRIPT = 'TYPESCRIPT',
  CURL = 'CURL',
}

registerEnumType(PromptSnippetLanguage, { name: 'PromptSnippetLanguage' });

@ObjectType({ description: 'Code that fetches a version of a prompt and uses it.' })
export class PromptSnippet {
  @Field(() => PromptSnippetLanguage)
  language: PromptSnippetLanguage;

  @Field(() => String)
  code: string;
}

export function toPromptSnippets(subject: SnippetSubject): PromptSnippet[] {
  return [
    { language: PromptSnippetLanguage.PYTHON, code: pythonSnippet(subject) },
    { language: PromptSnippetLanguage.TYPESCRIPT, code: typescriptSnippet(subject) },
    { language: PromptSnippetLanguage.CURL, code: curlSnippet(subject) },
  ];
}
