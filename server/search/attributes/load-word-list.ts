import fs from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

/** Names in one line, separated by commas. */
export const names = z.string().transform((text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean),
)

/**
 * Loads a curated YAML list beside the code.
 * @throws Error that names the file and the entry if it does not match the schema
 */
export function loadWordList<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> {
  let content: unknown
  try {
    content = parse(fs.readFileSync(new URL(name, import.meta.url), 'utf8'))
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  const read = schema.safeParse(content)
  if (read.success) return read.data
  throw new Error(
    read.error.issues.map(({ path, message }) => `${name}: ${describe(content, path)}: ${message}`).join('\n'),
  )
}

/** Formats a path such as 'families > navy > shades', with an entry's key instead of its index. */
function describe(content: unknown, path: ReadonlyArray<PropertyKey>): string {
  let at = content
  const steps = path.map((step) => {
    at = (at as Record<PropertyKey, unknown> | undefined)?.[step]
    const key = typeof step === 'number' && typeof at === 'object' && at !== null && 'key' in at ? at.key : step
    return String(key)
  })
  return steps.join(' > ') || 'the whole file'
}
