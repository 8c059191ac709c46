import { z } from 'zod'
import { parseWords } from '../parse-words.ts'
import { PhraseTable } from './phrase-table.ts'
import { names, loadWordList } from './load-word-list.ts'

const list = loadWordList(
  'materials.yaml',
  z.strictObject({
    ignored: names,
    materials: z
      .array(
        z.strictObject({
          key: z.string().regex(/^[a-z ]+$/),
          label: z.string().min(1),
          words: names,
          partOf: z.string().optional(),
        }),
      )
      .min(1),
  }),
)

export interface Material {
  /** The key in URLs and in products' materials: 'organic cotton'. */
  key: string
  label: string
  /** Words that name the material in a text. The key is not always one of them: 'gold' alone is a colour. */
  words: readonly string[]
}

export const MATERIALS: readonly Material[] = list.materials.map(({ key, label, words }) => ({ key, label, words }))

const BY_KEY = new Map(list.materials.map((material) => [parseWords(material.key).join(' '), material]))
const NAMED = new PhraseTable<string | null>('materials.yaml')
for (const phrase of list.ignored) NAMED.add(phrase, null)
for (const { key, words, partOf } of list.materials) {
  if (partOf !== undefined && !BY_KEY.has(parseWords(partOf).join(' ')))
    throw new Error(`materials.yaml: materials > ${key} > partOf: there is no '${partOf}'`)
  for (const word of words) NAMED.add(word, key)
}

/** Returns the material that the full text names; null if there is none. A key counts as a name here. */
export function knownMaterial(words: string): { value: string; label: string } | null {
  const read = parseWords(words.slice(0, 100))
  const key = NAMED.get(read)
  const material = BY_KEY.get(key ? parseWords(key).join(' ') : read.join(' '))
  return material ? { value: material.key, label: material.label } : null
}

/**
 * Returns the material keys found in label texts ('90% wool, 10% cashmere, 520 g/m²') and tags, distinct and sorted.
 * Includes the broader materials ('merino' also gives 'wool').
 */
export function parseMaterials(texts: readonly string[]): string[] {
  const found = new Set<string>()
  for (const text of texts) {
    // A comma or bracket ends a phrase.
    for (const part of text.slice(0, 1000).split(/[,;:.()/|+&]/)) {
      for (const key of NAMED.scan(parseWords(part))) if (key) addWithBroader(found, key)
    }
  }
  return [...found].sort()
}

function addWithBroader(found: Set<string>, key: string): void {
  for (
    let at: string | undefined = key;
    at !== undefined && !found.has(at);
    at = BY_KEY.get(parseWords(at).join(' '))?.partOf
  )
    found.add(at)
}
