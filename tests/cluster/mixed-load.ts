import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, drawClick, type Catalogue } from '#tests/durability/click-load.ts'

/** The pause between two requests of one connection, because the test does not measure speed. */
const THINK_MS = 20
const WIDTHS = [160, 320, 480, 640]
const FORMATS = ['webp', 'jpg', 'avif']

type Kind = 'click' | 'image' | 'page'
/** The number of connections of each kind. */
const CONNECTIONS: Record<Kind, number> = { click: 6, image: 3, page: 3 }

export interface Counts {
  requests: number
  /** By kind and outcome: 'image 503', 'click unwritten'. */
  errors: Record<string, number>
}

export interface MixedLoad {
  /** The click ids in redirects. */
  clicks: string[]
  /** Returns the counts since the last call. */
  takeCounts: () => Counts
  stop: () => Promise<void>
}

/** Sends clicks, images in random sizes, and pages through the proxy until it is stopped. */
export function startMixedLoad(url: string, catalogue: Catalogue, pictures: string[], random: () => number): MixedLoad {
  const clicks: string[] = []
  let counts: Counts = { requests: 0, errors: {} }
  let isStopped = false
  const draw = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const target = (kind: Kind): [string, string] =>
    kind === 'click'
      ? drawClick(catalogue, random)
      : kind === 'image'
        ? [`/img/${draw(pictures)}/${draw(WIDTHS)}.${draw(FORMATS)}`, '']
        : // A different URL each time, because the page cache would respond without the database.
          [`/product/${draw(catalogue.productIds)}?n=${Math.floor(random() * 1e9)}`, '']
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 })
  const asking = (Object.keys(CONNECTIONS) as Kind[]).flatMap((kind) =>
    Array.from({ length: CONNECTIONS[kind] }, async () => {
      while (!isStopped) {
        const [address, cookie] = target(kind)
        const outcome = await ask(url + address, agent, cookie)
        counts.requests++
        if (outcome.kind === 'written') clicks.push(outcome.id)
        else if (outcome.kind !== 'answered' || outcome.status !== 200) {
          const what = outcome.kind === 'answered' ? outcome.status : outcome.kind
          counts.errors[`${kind} ${what}`] = (counts.errors[`${kind} ${what}`] ?? 0) + 1
        }
        await pause(THINK_MS)
      }
    }),
  )
  return {
    clicks,
    takeCounts: () => {
      const taken = counts
      counts = { requests: 0, errors: {} }
      return taken
    },
    stop: async () => {
      isStopped = true
      await Promise.all(asking)
      agent.destroy()
    },
  }
}
