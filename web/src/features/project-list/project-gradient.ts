/** The colors that the server gives every project until a user chooses others. */
const UNCHOSEN = { start: '#5bdbff', end: '#1c76fc' };

/** The range of hues: green through blue to magenta. Red and amber have other meanings. */
const FIRST_HUE = 100;
const HUES = 230;

/** The fields that determine a project’s colors. */
export interface ProjectColors {
  name: string;
  gradientStartColor: string;
  gradientEndColor: string;
}

/**
 * Returns the two CSS colors of a project: the chosen ones, or a pair derived from its name, so
 * that projects created by clients can be told apart.
 */
export function getProjectGradient(project: ProjectColors): { start: string; end: string } {
  const { name, gradientStartColor: start, gradientEndColor: end } = project;
  const isChosen = start.toLowerCase() !== UNCHOSEN.start || end.toLowerCase() !== UNCHOSEN.end;
  if (isChosen) return { start, end };
  const hue = FIRST_HUE + (hashName(name) % HUES);
  return { start: `hsl(${hue} 72% 70%)`, end: `hsl(${hue + 18} 68% 46%)` };
}

/** FNV-1a with a final mix, so that names that differ in one letter get distant hues. */
function hashName(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
