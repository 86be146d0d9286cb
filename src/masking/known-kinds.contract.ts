import isLuhnNumber from 'validator/lib/isLuhnNumber.js';
import { MaskedKind } from './mask-rules.contract.js';

/**
 * Replaces what is of one kind in a text. Each takes linear time, whatever the text is: quantifiers are
 * bounded, or cannot match what another part of the pattern also matches.
 */
export type Replace = (text: string) => string;

/** RFC 5322 allows more, but nobody uses it. */
const EMAIL = /[\w.%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}/gi;

/** 13 to 19 digits, with a space or a hyphen between any two of them. */
const CARD = /(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d|\.\d|-\d)/g;

const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?![A-Za-z0-9])/g;

/** The name of an attribute may have a dot before it, as in `hosts.10.0.0.7`. */
const IPV4 =
  /(?<!\d|\d\.)(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d]|\.\d)/g;

/** An IPv6 address with a digit, so that words of hexadecimal letters such as `abc::def` stay. */
const IPV6 =
  /(?<![\w:.])(?=[a-f:]*\d)(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}|(?:[0-9a-f]{1,4}:){1,7}:)(?![\w:])/gi;

/** Beginnings that issuers chose so that scanners find their keys, then private keys and bearer tokens. */
const SECRETS = [
  /\b(?:sk|pk|rk)-[\w-]{20,}/g,
  /\b(?:sk|pk|rk)_(?:live|test)_\w{16,}/g,
  /\bwhsec_[\w+/=]{20,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bgh[opsur]_\w{36,}/g,
  /\bgithub_pat_\w{22,}/g,
  /\bglpat-[\w-]{20,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\bAIza[\w-]{35}/g,
  /\bhf_\w{30,}/g,
  /\bnpm_\w{36}/g,
  /\bsp[aor]_\w{32,}/g,
  /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  /(?<=\bBearer )[\w.~+/-]{20,}=*/gi,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
];

/** A card number has at least 13 digits, an IBAN 15 letters and digits. */
const SHORTEST_NUMBER = 13;
const SEPARATOR = /[ -]/;

/** Patterns that a text must match to be worth searching, and that are much faster than the search. */
const HINTS: Record<MaskedKind, RegExp> = {
  [MaskedKind.EMAIL]: /@/,
  [MaskedKind.CARD]: /\d[\d -]{10}/,
  [MaskedKind.IBAN]: /[A-Z]{2}\d{2}/,
  [MaskedKind.IP_ADDRESS]: /\d\.\d|:[0-9a-f:]/i,
  [MaskedKind.SECRET]: /[a-z]{2,3}[-_]|A[KS]IA|AIza|eyJ|bearer |PRIVATE KEY/i,
};

const REPLACERS: Record<MaskedKind, Replace> = {
  [MaskedKind.EMAIL]: (text) => text.replace(EMAIL, '[email]'),
  [MaskedKind.CARD]: (text) =>
    text.replace(CARD, (found) => replaceNumber(found, '[card]', isCardNumber)),
  [MaskedKind.IBAN]: (text) =>
    text.replace(IBAN, (found) => replaceNumber(found, '[iban]', isIban)),
  [MaskedKind.IP_ADDRESS]: (text) =>
    text.replace(IPV4, '[ip address]').replace(IPV6, '[ip address]'),
  [MaskedKind.SECRET]: (text) =>
    SECRETS.reduce((rest, pattern) => rest.replace(pattern, '[secret]'), text),
};

/** Returns what replaces everything of a kind. */
export function replacerOf(kind: MaskedKind): Replace {
  const [hint, replace] = [HINTS[kind], REPLACERS[kind]];
  return (text) => (hint.test(text) ? replace(text) : text);
}

/**
 * Replaces the longest part of a text that passes a check, and keeps the rest. What stands beside a number,
 * such as the date on which a card expires, may look as if it belonged to it.
 */
function replaceNumber(
  found: string,
  replacement: string,
  passes: (text: string) => boolean,
): string {
  const isBorder = (at: number) =>
    at === 0 || at === found.length || SEPARATOR.test(found[at]!) || SEPARATOR.test(found[at - 1]!);
  for (let start = 0; start + SHORTEST_NUMBER <= found.length; start++) {
    if (!isBorder(start)) continue;
    for (let end = found.length; end >= start + SHORTEST_NUMBER; end--) {
      if (isBorder(end) && passes(found.slice(start, end))) {
        return found.slice(0, start) + replacement + found.slice(end);
      }
    }
  }
  return found;
}

/** The check of Luhn, which every card number passes (ISO/IEC 7812-1), and the first digits of networks. */
function isCardNumber(text: string): boolean {
  if (SEPARATOR.test(text[0]!) || SEPARATOR.test(text.at(-1)!)) return false;
  const digits = text.replace(/\D/g, '');
  return /^[2-6]\d{12}/.test(digits) && isLuhnNumber.default(digits);
}

/** The check of ISO 13616: the number modulo 97 is 1 once its beginning is at the end. */
function isIban(text: string): boolean {
  if (text.startsWith(' ') || text.endsWith(' ')) return false;
  const plain = text.replaceAll(' ', '');
  if (!/^[A-Z]{2}\d{2}/.test(plain) || plain.length < 15) return false;
  let rest = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
