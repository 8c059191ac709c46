/** Nesting depth. An event in a list has five levels. */
const MAX_LEVELS = 20

/** @returns the object, or a text that says what is wrong with it */
export function parseJson(body: string): unknown {
  if (isDeeperThan(body, MAX_LEVELS)) return 'The body is nested too deeply.'
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'string' ? 'The body must be a JSON object, not a string.' : json
  } catch {
    return 'The body is not valid JSON.'
  }
}

/** Counts brackets outside strings, so that deeply nested JSON is refused before it is parsed. */
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
