/** Levels of a body that is worth parsing: an event in a list has five. */
const MOST_LEVELS = 20

/** @returns the object, or as a text what is wrong: an event is never a text */
export function parseJson(body: string): unknown {
  if (isDeeperThan(body, MOST_LEVELS)) return 'The body is nested too deeply.'
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'string' ? 'The body must be a JSON object, not a string.' : json
  } catch {
    return 'The body is not valid JSON.'
  }
}

/** Counts brackets outside of texts, so that nothing deep is ever built. */
function isDeeperThan(text: string, most: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isText && character === '\\') at++
    else if (character === '"') isText = !isText
    else if (!isText && (character === '{' || character === '[')) {
      if (++depth > most) return true
    } else if (!isText && (character === '}' || character === ']')) depth--
  }
  return false
}
