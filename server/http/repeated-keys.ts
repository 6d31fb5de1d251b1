/** Whether an object of this well-formed JSON text has a key twice. Looks at each character once. */
export function hasRepeatedKey(json: string): boolean {
  /** The keys of each object that is open; nothing for a list. */
  const open: (Set<string> | undefined)[] = []
  let isKeyNext = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') {
      const end = endOfString(json, at)
      if (isKeyNext) {
        const keys = open.at(-1) as Set<string>
        // Read as JSON, because a letter can be written in several ways.
        const key: string = JSON.parse(json.slice(at, end + 1))
        if (keys.has(key)) return true
        keys.add(key)
        isKeyNext = false
      }
      at = end
    } else if (character === '{') {
      open.push(new Set())
      isKeyNext = true
    } else if (character === '[') {
      open.push(undefined)
      isKeyNext = false
    } else if (character === '}' || character === ']') {
      open.pop()
      isKeyNext = false
    } else if (character === ',') isKeyNext = open.at(-1) !== undefined
  }
  return false
}

function endOfString(json: string, start: number) {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
