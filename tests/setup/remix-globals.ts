import { installGlobals } from '@remix-run/node'
import { afterAll, beforeAll } from 'vitest'

const NAMES = ['File', 'FormData', 'Headers', 'Request', 'Response', 'fetch'] as const

/** The globals that server/main.ts installs, for one test file: others share its process, and classes that extend the usual ones. */
export function useRemixGlobals(): void {
  const usual = NAMES.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
  beforeAll(() => installGlobals({ nativeFetch: true }))
  afterAll(() => {
    for (const [at, name] of NAMES.entries()) if (usual[at]) Object.defineProperty(globalThis, name, usual[at])
  })
}
