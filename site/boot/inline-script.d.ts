/** The module and all it imports as the text of one classic script; scripts/vite-plugins.ts makes it. */
declare module '*?inline-script' {
  const text: string
  export default text
}
