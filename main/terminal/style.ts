import type { Style } from './inside.ts';

export const PLAIN = '\x1b[m';

/** The bits of a style's `bg` that are colour; the rest are attributes. */
const COLOUR = 0x3ffffff;

const PALETTE_16 = 1;
const PALETTE_256 = 2;
const RGB = 3;

/** Is this the style of a terminal that was just reset? */
export function isPlain(style: Style): boolean {
  return style.fg === 0 && style.bg === 0;
}

/** The background's colour as a number, 0 for the terminal's own; `null` if the style has more than that. */
export function backgroundOf(style: Style): number | null {
  return style.fg === 0 && (style.bg & ~COLOUR) === 0 ? style.bg : null;
}

/** Has it the terminal's own background, whatever else? */
export function isOnPlainGround(style: Style): boolean {
  return (style.bg & COLOUR) === 0;
}

export function equalStyles(one: Style, other: Style): boolean {
  if (one.fg !== other.fg || one.bg !== other.bg) return false;
  if (one.hasExtendedAttrs() === 0) return true;
  const [a, b] = [one.extended, other.extended];
  return a.underlineStyle === b.underlineStyle && a.underlineColor === b.underlineColor;
}

/** The sequence that sets this style, whatever was set before. */
export function setStyle(style: Style): string {
  if (isPlain(style)) return PLAIN;
  const codes: string[] = ['0'];
  if (style.isBold()) codes.push('1');
  if (style.isDim()) codes.push('2');
  if (style.isItalic()) codes.push('3');
  if (style.isUnderline()) codes.push(...underline(style));
  if (style.isBlink()) codes.push('5');
  if (style.isInverse()) codes.push('7');
  if (style.isInvisible()) codes.push('8');
  if (style.isStrikethrough()) codes.push('9');
  if (style.isOverline()) codes.push('53');
  codes.push(...colour(style.fg, 30), ...colour(style.bg, 40));
  return `\x1b[${codes.join(';')}m`;
}

function underline(style: Style): string[] {
  if (style.hasExtendedAttrs() === 0) return ['4'];
  const { underlineStyle, underlineColor } = style.extended;
  // Only what needs it is written with colons, which not every terminal understands.
  const kind = underlineStyle > 1 ? `4:${underlineStyle}` : '4';
  const value = underlineColor & 0xffffff;
  switch ((underlineColor & COLOUR) >>> 24) {
    case PALETTE_16:
    case PALETTE_256:
      return [kind, `58:5:${value & 0xff}`];
    case RGB:
      // A value of all ones is how "no colour of its own" is kept.
      return value === 0xffffff
        ? [kind]
        : [kind, `58:2::${value >>> 16}:${(value >>> 8) & 255}:${value & 255}`];
    default:
      return [kind];
  }
}

function colour(bits: number, base: 30 | 40): string[] {
  const value = bits & 0xffffff;
  switch ((bits & COLOUR) >>> 24) {
    case PALETTE_16:
      return [String((value & 8 ? base + 60 : base) + (value & 7))];
    case PALETTE_256:
      return [`${base + 8};5;${value & 0xff}`];
    case RGB:
      return [`${base + 8};2;${value >>> 16};${(value >>> 8) & 255};${value & 255}`];
    default:
      return [];
  }
}
