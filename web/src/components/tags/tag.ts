/** A label, a split, or what else has a name and a colour and is put on things. */
export interface Tag {
  id: string;
  name: string;
  color: string;
  description: string | null;
}

/** What somebody writes to make a tag, or to change one. */
export interface TagDraft {
  name: string;
  color: string;
  description: string;
}
