/** Something with a name and a color that can be put on items: a label or a split. */
export interface Tag {
  id: string;
  name: string;
  color: string;
  description: string | null;
}

/** What the user enters to create or edit a tag. */
export interface TagDraft {
  name: string;
  color: string;
  description: string;
}
