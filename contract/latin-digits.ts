/** Arabic-Indic and Persian digits, as typed on an Arabic or Persian keyboard, are numbers too. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) as number) & 0xf))
}
