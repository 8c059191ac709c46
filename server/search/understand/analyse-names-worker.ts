// Analysing takes 40 microseconds per name. Thousands on the main thread would delay every request.
import { parentPort, workerData } from 'node:worker_threads'
import { analyseName, type LearntName } from './learnt-words.ts'

parentPort?.postMessage((workerData as LearntName[]).map(analyseName))
