import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createDataDir, removeDataDir, spawnShop } from './shop-process.ts'

/**
 * Draws the demo once, as the first `npm start` does, and tells `createDemoDir` by DEMO_DIR where it is, in this process and those that
 * it starts: it takes longer than most tests. Where DEMO_DIR names one already it is that one.
 * @returns how to remove it
 */
export async function makeDemo(): Promise<() => Promise<void>> {
  if (process.env.DEMO_DIR) return async () => undefined
  const dataDir = await createDataDir('wtf-demo-')
  const remove = async () => {
    delete process.env.DEMO_DIR
    await removeDataDir(dataDir)
  }
  try {
    // Its copies are as little durable.
    const postgres = await startEmbeddedPostgres(dataDir, { durable: false })
    const shop = spawnShop(dataDir)
    try {
      await shop.address
    } finally {
      await shop.stop()
      await postgres.release()
    }
    // A database outside of the folder would not be copied with it.
    if (!(await fs.lstat(path.join(dataDir, 'postgres'))).isSymbolicLink()) process.env.DEMO_DIR = dataDir
    return remove
  } catch (error) {
    await remove()
    throw error
  }
}

/** A new DATA_DIR with a copy of the demo. Where none was made it is empty, and the shop draws its own. */
export async function createDemoDir(prefix: string): Promise<string> {
  const dataDir = await createDataDir(prefix)
  if (!process.env.DEMO_DIR) return dataDir
  // fs.cp would make the database ours, and not that of the user it runs as.
  await promisify(execFile)('cp', ['-a', `${process.env.DEMO_DIR}/.`, dataDir])
  // Two that start at once would both take the port on which the demo was drawn.
  await fs.rm(path.join(dataDir, 'postgres/port'))
  return dataDir
}
