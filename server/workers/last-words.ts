const MAX_KEPT_LETTERS = 8_000
const NOT_THE_REASON = /^(\s|Node\.js v|$)/

/** What a process wrote last before it ended: of an uncaught error its message, not the stack and Node's version below it. */
export function createLastWords() {
  let text = ''
  return {
    add(chunk: Buffer | string) {
      text = (text + chunk).slice(-MAX_KEPT_LETTERS)
    },
    line() {
      return text.split('\n').findLast((line) => !NOT_THE_REASON.test(line)) ?? ''
    },
  }
}
