import { Worker } from 'node:worker_threads'
import { analyseName, type LearntEntry, type LearntName } from './learnt-words.ts'

/** For more names than this, a thread is worth starting. */
const MAX_HERE = 100

/** Analyses names, in order. Many are analysed in a temporary thread. @throws what the thread throws */
export async function analyseNames(names: readonly LearntName[]): Promise<LearntEntry[]> {
  if (names.length <= MAX_HERE) return names.map(analyseName)
  const worker = new Worker(new URL('./analyse-names-worker.ts', import.meta.url), { workerData: names })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that analyses names ended without an answer.')))
  })
}
