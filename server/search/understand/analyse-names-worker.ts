// Analysing takes 40 microseconds a name: thousands of them on the main thread would hold up every request.
import { parentPort, workerData } from 'node:worker_threads'
import { readLearnt, type LearntName } from './learnt-words.ts'

parentPort?.postMessage((workerData as LearntName[]).map(readLearnt))
