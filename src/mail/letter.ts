import { escapeHtml } from '../kernel/http/html.js';

/** The content of an email, before it is rendered in two formats. */
export interface Letter {
  subject: string;
  /** Paragraphs of plain text. They may contain text from strangers. */
  paragraphs: string[];
  /** A link below the paragraphs. */
  link?: LetterLink;
  /** Whom to ask about it, in a further link. Gets a copy of the email (`Cc`). */
  contact?: LetterLink & { address: string };
}

export interface LetterLink {
  /** HTML ID by which programs can find the link. */
  id: string;
  label: string;
  url: string;
}

/** The two formats of an email. */
export interface RenderedLetter {
  subject: string;
  text: string;
  html: string;
}

const SUBJECT_PREFIX = '[Spandrel] ';
const STYLE = 'font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1a1a1a';

/** Renders a letter as text and HTML. Its content is escaped. */
export function renderLetter({ subject, paragraphs, link, contact }: Letter): RenderedLetter {
  const links = [link, contact].filter((found) => found !== undefined);
  const text = [...paragraphs, ...links.map(({ label, url }) => `${label}:\n${url}`)].join('\n\n');
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...links.map(
      ({ id, url, label }) =>
        `<p><a id="${escapeHtml(id)}" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`,
    ),
  ];
  return {
    // Keeps the subject on one line, whatever it contains.
    subject: `${SUBJECT_PREFIX}${subject.replaceAll(/\s+/g, ' ')}`,
    text: `${text}\n`,
    html:
      `<!doctype html><html lang="en"><head><meta charset="utf-8"></head>` +
      `<body style="${STYLE}">${body.join('')}</body></html>`,
  };
}
