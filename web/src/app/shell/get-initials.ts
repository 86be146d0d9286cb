/** Returns one or two letters for a name: `Ada Lovelace` → `AL`, `root` → `R`. */
export function getInitials(name: string): string {
  const words = name.split(/[\s._@-]+/u).filter((word) => word !== '');
  const [first = '', ...rest] = words;
  const last = rest.at(-1) ?? '';
  return [first, last].map((word) => Array.from(word)[0]?.toLocaleUpperCase() ?? '').join('');
}
