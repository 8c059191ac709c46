import fs from 'node:fs/promises'
import path from 'node:path'

/** The mode of files that the shop writes, so that only its own user may read them. */
export const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700
/** Folders of DATA_DIR with our files. Omits PostgreSQL's folder, because if we are root, it runs as another user. */
const FOLDERS = ['media', 'uploads', 'imports', 'feeds', 'backups']

/** Creates a folder, and its parents, that only the shop's own user may enter. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
}

/** Closes folders that an earlier version left open to other users, which also protects everything in them. */
export async function closeFolders(dataDir: string): Promise<void> {
  for (const name of FOLDERS)
    await fs.chmod(path.join(dataDir, name), PRIVATE_FOLDER).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
}
