import type { EngineAnswer, EngineQuery } from './engine.ts'

type Hits = EngineAnswer['hits']

/** Returns the new hits of queries, in turn, until `enough` products are there. @param firstOf the first page of a query */
export async function fillList(
  queries: EngineQuery[],
  there: string[],
  enough: number,
  firstOf: (query: EngineQuery) => Hits | Promise<Hits>,
): Promise<Hits[]> {
  const known = new Set(there)
  const filled: Hits[] = []
  for (const query of queries) {
    if (known.size >= enough) break
    const hits = (await firstOf(query)).filter(({ id }) => !known.has(id)).slice(0, enough - known.size)
    for (const { id } of hits) known.add(id)
    filled.push(hits)
  }
  return filled
}
