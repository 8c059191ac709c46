import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createDataDir, removeDataDir, spawnShop } from './shop-process.ts'

/**
 * Creates the demo once, like the first `npm start`, because that takes longer than most tests. Sets DEMO_DIR for
 * `createDemoDir`, in this process and its children. If DEMO_DIR is already set, uses that demo.
 * @returns a function that removes it
 */
export async function makeDemo(): Promise<() => Promise<void>> {
  if (process.env.DEMO_DIR) return async () => undefined
  const dataDir = await createDataDir('wtf-demo-')
  const remove = async () => {
    delete process.env.DEMO_DIR
    await removeDataDir(dataDir)
  }
  try {
    // The demo's database need not be durable, because its copies are not durable either.
    const postgres = await startEmbeddedPostgres(dataDir, { durable: false })
    const shop = spawnShop(dataDir)
    try {
      await shop.address
    } finally {
      await shop.stop()
      await postgres.release()
    }
    // A database outside the folder would not be copied.
    if (!(await fs.lstat(path.join(dataDir, 'postgres'))).isSymbolicLink()) process.env.DEMO_DIR = dataDir
    return remove
  } catch (error) {
    await remove()
    throw error
  }
}

/** Creates a new DATA_DIR with a copy of the demo. Without a demo it is empty, and the shop creates one. */
export async function createDemoDir(prefix: string): Promise<string> {
  const dataDir = await createDataDir(prefix)
  if (!process.env.DEMO_DIR) return dataDir
  // fs.cp would change the owner of the database, which runs as another user.
  await promisify(execFile)('cp', ['-a', `${process.env.DEMO_DIR}/.`, dataDir])
  // Removes the port, because two copies that start at once would both use it.
  await fs.rm(path.join(dataDir, 'postgres/port'))
  return dataDir
}
