// The thread of the search index. Searching a million products takes some milliseconds of computing, which must not
// delay redirects and pages on the main thread.
import { parentPort, workerData } from 'node:worker_threads'
import { log } from '#server/platform/log.ts'
import { LiveIndex } from './live-index.ts'
import type { WorkerAnswer, WorkerData, WorkerRequest } from './messages.ts'

const port = parentPort
if (!port) throw new Error('This is a worker.')
const { databaseUrl, logLevel } = workerData as WorkerData
log.level = logLevel
const tell = (answer: WorkerAnswer) => port.postMessage(answer)

const live = new LiveIndex(databaseUrl, {
  onReady: () => tell({ kind: 'ready' }),
  onUndescribed: () => tell({ kind: 'undescribed' }),
  onChange: (change) => tell({ kind: 'changed', change }),
  onCaughtUp: () => tell({ kind: 'caughtUp' }),
})

async function answer(request: WorkerRequest): Promise<unknown> {
  if (request.kind === 'catchUp') return live.catchUp()
  const index = live.current
  if (!index) throw new Error('The search index is not ready yet.')
  switch (request.kind) {
    case 'search':
      return index.search(request.query)
    case 'suggest':
      return index.suggest(request.words, request.limit, request.typed)
    case 'total':
      return index.total(request.query)
    case 'keepOccurring':
      return index.keepOccurring(request.texts, request.partnerId)
    case 'fill':
      return index.fill(request.queries, request.there, request.enough)
    case 'size':
      return { products: index.columns.live, bytes: process.memoryUsage().rss }
  }
}

const workedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

port.on('message', (request: WorkerRequest | { kind: 'stop' }) => {
  const before = workedMs()
  if (request.kind === 'stop') {
    void live.stop().then(() => port.close())
    return
  }
  answer(request).then(
    (result) =>
      tell({ kind: 'answer', id: request.id, result, workedMs: request.kind === 'catchUp' ? 0 : workedMs() - before }),
    (error: unknown) =>
      tell({
        kind: 'failure',
        id: request.id,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  )
})
live.start()
