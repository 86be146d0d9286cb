/** What the server gives every project whose colours nobody chose. */
const UNCHOSEN = { start: '#5bdbff', end: '#1c76fc' };

/** Hues given out: green through blue to magenta. Red and amber have a meaning of their own. */
const FIRST_HUE = 100;
const HUES = 230;

/** What the colours of a project depend on. */
export interface ProjectColors {
  name: string;
  gradientStartColor: string;
  gradientEndColor: string;
}

/**
 * The two CSS colours of a project: those chosen for it, else a pair made from its name, the same on
 * every visit, so that projects that came with their spans can be told apart.
 */
export function projectGradient(project: ProjectColors): { start: string; end: string } {
  const { name, gradientStartColor: start, gradientEndColor: end } = project;
  const isChosen = start.toLowerCase() !== UNCHOSEN.start || end.toLowerCase() !== UNCHOSEN.end;
  if (isChosen) return { start, end };
  const hue = FIRST_HUE + (hash(name) % HUES);
  return { start: `hsl(${hue} 72% 70%)`, end: `hsl(${hue + 18} 68% 46%)` };
}

/** FNV-1a with a final mix: names that differ in one letter get hues far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
