import { generate, type Call, type World } from './generate.ts'
import type { Answer, Sender } from './send.ts'

/**
 * The maximum size of a response, uncompressed. The page of a product with 2,048 variants and labels of 100 characters
 * is 1.8 MB, and its form 3.3 MB.
 */
export const MAX_BYTES = 3_500_000
const HEAL_EVERY = 300

export interface Offence {
  call: Call
  why: string
}

export interface Outcome {
  calls: number
  statuses: Record<string, number>
  serverErrors: Offence[]
  /** 503 with Retry-After: the server was too busy. On a busy machine the database may be slow. */
  turnedAway: Offence[]
  tooLarge: Offence[]
  unanswered: Offence[]
}

type Kinds = Parameters<typeof generate>[3]

/** Returns the reason why an answer is unacceptable; null if it is fine. */
function offenceOf(
  { status, bytes, headers }: Answer,
  isBroken: boolean,
): { kind: 'serverErrors' | 'turnedAway' | 'tooLarge' | 'unanswered'; why: string } | null {
  if (status === 503 && /\r\nretry-after:/i.test(headers)) return { kind: 'turnedAway', why: 'status 503' }
  if (status >= 500) return { kind: 'serverErrors', why: `status ${status}` }
  // Files are streamed, so their size is not limited.
  const isFile = /\r\n(content-disposition: *attachment|content-type: *application\/(xml|x-ndjson))/i.test(headers)
  if (bytes > MAX_BYTES && !isFile) return { kind: 'tooLarge', why: `${bytes} bytes` }
  if (status === -1) return { kind: 'unanswered', why: 'no answer in time' }
  // Closing the connection is a valid answer to invalid HTTP.
  return status === 0 && !isBroken ? { kind: 'unanswered', why: 'the connection ended' } : null
}

/** Sends `calls` generated calls, `atOnce` at a time. Stops after `minutes`. */
export async function attack(
  world: World,
  sender: Sender,
  {
    seed,
    calls,
    atOnce,
    minutes = Infinity,
    kinds,
    heal,
    onProgress,
  }: {
    seed: number
    calls: number
    atOnce: number
    minutes?: number
    kinds?: Kinds
    heal?: () => Promise<void>
    onProgress?: (done: number) => void
  },
): Promise<Outcome> {
  const outcome: Outcome = { calls: 0, statuses: {}, serverErrors: [], turnedAway: [], tooLarge: [], unanswered: [] }
  const end = performance.now() + minutes * 60_000
  let next = 0
  const work = async () => {
    while (next < calls && performance.now() < end) {
      const number = next++
      if (heal && number % HEAL_EVERY === 0) await heal()
      const call = generate(world, seed, number, kinds)
      const answer = await sender.send(call)
      outcome.statuses[answer.status] = (outcome.statuses[answer.status] ?? 0) + 1
      const offence = offenceOf(answer, call.isBroken)
      if (offence) outcome[offence.kind].push({ call, why: `${offence.why} ${answer.text.slice(0, 200)}` })
      outcome.calls++
      onProgress?.(outcome.calls)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcome
}
