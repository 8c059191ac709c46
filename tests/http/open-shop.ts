import type { TestProject } from 'vitest/node'
import { startShop } from '../setup/start-shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    shopUrl: string
    shopDataDir: string
  }
}

/** Starts the run's shop, which all files share. */
export default async function openShop(project: TestProject): Promise<() => Promise<void>> {
  const { url, dataDir, stop } = await startShop()
  project.provide('shopUrl', url)
  project.provide('shopDataDir', dataDir)
  return stop
}
