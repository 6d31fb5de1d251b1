/** The module and all it imports as the text of one classic script; scripts/bundled-text.ts makes it. */
declare module '*?inline-script' {
  const text: string
  export default text
}
