import type { Db } from '#server/platform/db.ts'
import { keptByDatabase } from '#server/platform/kept-by-database.ts'
import { analyseNames } from './analyse-names.ts'
import { LearntWords, type LearntEntry } from './learnt-words.ts'
import { buildAdministered, knownSizes, learntNames, type AdministeredCatalogue, type Lexicon } from './lexicon.ts'
import { listVocabulary, type VocabularyGroup } from './list-vocabulary.ts'

const KEPT_MS = 60_000
/** Names that are added or removed before the thread answers requests again. */
const AT_ONCE = 250

/** A lexicon, with the data to compare at the next read. */
interface KeptLexicon extends Lexicon {
  /** Marks of the groups at the last read. */
  marks: Map<string, string>
  administered: AdministeredCatalogue
  /** Names by group. */
  names: Map<string, Map<string, LearntEntry>>
  work: LexiconWork
}

/** The work that a read did in this thread. */
interface LexiconWork {
  /** Groups that had changed. */
  groups: number
  /** Names of these groups. */
  names: number
  added: number
  removed: number
}

const kept = keptByDatabase(KEPT_MS, getLexicon)

/**
 * Returns the lexicon of this database's catalogue, at most a minute old. Concurrent callers share one read. It learns
 * only from listed products of open partners: labels that their owner sells, and labels and tags that two partners use.
 * A read transfers, analyses and adds only changes.
 * @throws the database's error; the next caller reads again.
 */
export function currentLexicon(db: Db): Promise<Lexicon> {
  return kept.forceFetch(db)
}

/** Reads the changes now and returns the work it took. For tests and benchmarks. */
export async function getLexiconNow(db: Db): Promise<Lexicon & { work: LexiconWork }> {
  return kept.forceFetch(db, { forceRefresh: true })
}

async function getLexicon(db: Db, known: KeptLexicon | undefined): Promise<KeptLexicon> {
  const changed = await listVocabulary(db, known?.marks ?? new Map<string, string>())
  const { learnt, marks, names, administered } = known ?? {
    learnt: new LearntWords(),
    marks: new Map<string, string>(),
    names: new Map<string, Map<string, LearntEntry>>(),
    administered: { categories: [], colours: [], sizes: [] },
  }
  const isBase = (group: VocabularyGroup) => group.kind !== 'names'
  for (const group of changed.filter(isBase)) Object.assign(administered, { [group.kind]: group.content })
  const base =
    known && !changed.some(({ kind }) => kind === 'categories' || kind === 'colours')
      ? { ...known, ...knownSizes(administered.sizes) }
      : buildAdministered(administered)
  const work = await learn(learnt, names, changed)
  for (const { group, mark } of changed) marks.set(group, mark)
  return { ...base, learnt, marks, names, administered, work: { groups: changed.length, ...work } }
}

/** Updates the names of the changed groups. */
async function learn(
  learnt: LearntWords,
  groups: Map<string, Map<string, LearntEntry>>,
  changed: readonly VocabularyGroup[],
): Promise<Omit<LexiconWork, 'groups'>> {
  const wanted = changed.flatMap((group) =>
    group.kind === 'names'
      ? [{ group: group.group, names: new Map(learntNames(group.content).map((name) => [JSON.stringify(name), name])) }]
      : [],
  )
  const fresh = wanted.flatMap(({ group, names }) => [...names].filter(([key]) => !groups.get(group)?.has(key)))
  const analysed = await analyseNames(fresh.map(([, name]) => name))
  const entries = new Map(fresh.map(([key], at) => [key, analysed[at] as LearntEntry]))
  const work = { names: 0, added: 0, removed: 0 }
  for (const { group, names } of wanted) {
    const are = groups.get(group) ?? new Map<string, LearntEntry>()
    groups.set(group, are)
    work.names += names.size
    for (const [key, entry] of are) {
      if (names.has(key)) continue
      learnt.remove(entry)
      are.delete(key)
      work.removed++
      await pause()
    }
    for (const key of names.keys()) {
      const entry = are.has(key) ? undefined : entries.get(key)
      if (!entry) continue
      learnt.add(entry)
      are.set(key, entry)
      work.added++
      await pause()
    }
  }
  return work

  async function pause(): Promise<void> {
    if ((work.added + work.removed) % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}
