import { Worker } from 'node:worker_threads'
import { readLearnt, type LearntEntry, type LearntName } from './learnt-words.ts'

/** Of more names, analysing takes long enough to be felt, and longer than a thread takes to start. */
const MOST_HERE = 100

/** Analyses names, in their order. Many are analysed in a thread that ends with them. @throws what the thread throws */
export async function analyseNames(names: readonly LearntName[]): Promise<LearntEntry[]> {
  if (names.length <= MOST_HERE) return names.map(readLearnt)
  const worker = new Worker(new URL('./analyse-names-worker.ts', import.meta.url), { workerData: names })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that analyses names ended without an answer.')))
  })
}
