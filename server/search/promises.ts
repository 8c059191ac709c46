import { z } from 'zod'
import { names, loadWordList } from './attributes/load-word-list.ts'
import { knownMaterial } from './attributes/materials.ts'
import { ideaLabel } from './lexicon/ideas.ts'
import { parseWords } from './parse-words.ts'
import type { Understanding } from './search.types.ts'

const PROMISES = loadWordList('../lexicon/promises.yaml', z.strictObject({ promises: names })).promises.map((name) => ({
  name,
  words: parseWords(name),
}))
const NAMES = new Set(PROMISES.map(({ name }) => name))

/** Returns the requested promises ('vegan') that the shown products do not keep, in shoppers' words. */
export function brokenPromises(asked: Understanding, shown: Understanding): string[] {
  const searched = new Set(shown.words)
  const words = PROMISES.filter(
    ({ words }) => words.every((word) => asked.words.includes(word)) && !words.every((word) => searched.has(word)),
  ).map(({ name }) => name)
  const tags = asked.tags.filter((tag) => NAMES.has(tag) && !shown.tags.includes(tag)).map((tag) => ideaLabel(tag))
  const materials = asked.materials
    .filter((material) => NAMES.has(material) && !shown.materials.includes(material))
    .map((material) => knownMaterial(material)?.label ?? material)
  return [...new Set([...words, ...tags, ...materials].map((label) => label.toLowerCase()))]
}
