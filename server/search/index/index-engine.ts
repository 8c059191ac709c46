import { Worker } from 'node:worker_threads'
import { log } from '#server/platform/log.ts'
import type { EngineAnswer, EngineQuery, EngineSuggestions, IndexState, SearchEngine } from '../engine.ts'
import type { ShownChange, WorkerAnswer, WorkerData, WorkerRequest } from './messages.ts'

const RESTART_MS = 1_000
/** After this time, the fallback engine answers. */
const PATIENCE_MS = 10_000

type Asked = WorkerRequest extends infer Request
  ? Request extends { id: number }
    ? Omit<Request, 'id'>
    : never
  : never

export interface EngineListeners {
  /** Called when products were written that need their search text updated. */
  onUndescribed: () => void
  /** Called when something that the shop shows has changed in any process, and the index has it. */
  onChange: (change: ShownChange) => void
  /** Called every few seconds while the database answers, when all earlier commits have been reported. */
  onCaughtUp?: () => void
}

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  giveUp: NodeJS.Timeout
}

/** The index in its own thread. `fallback` answers until the index has loaded the catalogue, and if the index fails. */
export class IndexEngine implements SearchEngine {
  readonly #fallback: SearchEngine
  readonly #data: WorkerData
  readonly #on: EngineListeners
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #isReady = false
  #isStopped = false
  #asked = 0
  #workedMs = 0
  #currentAt = performance.now()
  #restart: NodeJS.Timeout | undefined
  #ready: Array<() => void> = []

  constructor(data: WorkerData, fallback: SearchEngine, on: EngineListeners) {
    this.#data = data
    this.#fallback = fallback
    this.#on = on
    this.#start()
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get state(): IndexState {
    return { isReady: this.#isReady, behindMs: performance.now() - this.#currentAt }
  }

  /** Processor time in ms that the index thread has spent on answers so far. */
  get workedMs(): number {
    return this.#workedMs
  }

  /** Resolves once the index has loaded the catalogue. */
  ready(): Promise<void> {
    return this.#isReady ? Promise.resolve() : new Promise((resolve) => this.#ready.push(resolve))
  }

  search(query: EngineQuery): Promise<EngineAnswer> {
    return this.#either({ kind: 'search', query }, () => this.#fallback.search(query))
  }

  suggest(words: string[], limit: number, typed: string[] = words): Promise<EngineSuggestions> {
    return this.#either({ kind: 'suggest', words, limit, typed }, () => this.#fallback.suggest(words, limit, typed))
  }

  total(query: EngineQuery): Promise<number> {
    return this.#either({ kind: 'total', query }, () => this.#fallback.total(query))
  }

  keepOccurring(texts: string[][], partnerId: string | null): Promise<string[][]> {
    return this.#either({ kind: 'keepOccurring', texts, partnerId }, () =>
      this.#fallback.keepOccurring(texts, partnerId),
    )
  }

  fill(queries: EngineQuery[], there: string[], enough: number): Promise<Array<EngineAnswer['hits']>> {
    return this.#either({ kind: 'fill', queries, there, enough }, () => this.#fallback.fill(queries, there, enough))
  }

  /** Resolves when all earlier commits are in the index. @throws Error without an index */
  async catchUp(): Promise<void> {
    await this.#ask({ kind: 'catchUp' })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#restart)
    const worker = this.#worker
    if (!worker) return
    const gone = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage({ kind: 'stop' })
    const insist = setTimeout(() => void worker.terminate(), 2_000)
    await gone
    clearTimeout(insist)
  }

  async #either<Answer>(request: Asked, otherwise: () => Promise<Answer>): Promise<Answer> {
    if (!this.#isReady) return otherwise()
    try {
      return (await this.#ask(request)) as Answer
    } catch (error) {
      log.error({ err: error, kind: request.kind }, 'the search index failed; searching with SQL')
      return otherwise()
    }
  }

  #ask(request: Asked): Promise<unknown> {
    const worker = this.#worker
    if (!worker) return Promise.reject(new Error('The search index is not running.'))
    const id = ++this.#asked
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(
        () => this.#settle(id)?.reject(new Error('The search index is not responding.')),
        PATIENCE_MS,
      )
      this.#waiting.set(id, { resolve, reject, giveUp })
      worker.postMessage({ ...request, id })
    })
  }

  /** Returns the caller of a request, who no longer waits. */
  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    clearTimeout(waiting?.giveUp)
    this.#waiting.delete(id)
    return waiting
  }

  #start(): void {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: this.#data })
    this.#worker = worker
    worker.on('message', (answer: WorkerAnswer) => this.#receive(answer))
    worker.on('error', (error) => log.error({ err: error }, 'the search index thread failed'))
    worker.on('exit', () => {
      this.#worker = null
      this.#isReady = false
      for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(new Error('The search index has stopped.'))
      if (!this.#isStopped) this.#restart = setTimeout(() => this.#start(), RESTART_MS)
    })
  }

  #receive(answer: WorkerAnswer): void {
    switch (answer.kind) {
      case 'ready':
        this.#isReady = true
        for (const resolve of this.#ready.splice(0)) resolve()
        return
      case 'undescribed':
        return this.#on.onUndescribed()
      case 'changed':
        return this.#on.onChange(answer.change)
      case 'caughtUp':
        this.#currentAt = performance.now()
        return this.#on.onCaughtUp?.()
      case 'answer':
        this.#workedMs += answer.workedMs
        return this.#settle(answer.id)?.resolve(answer.result)
      case 'failure':
        return this.#settle(answer.id)?.reject(new Error(answer.message))
    }
  }
}
