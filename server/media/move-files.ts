import { createHash } from 'node:crypto'
import { MOVING } from './storage-pair.ts'
import type { Storage, StoredFile } from './storage-interface.ts'

/** Feeds are not moved, because they are generated again. */
const FOLDERS = ['media', 'imports', 'backups']
const AT_ONCE = 8

interface Moved {
  files: number
  bytes: number
  /** The number of files that were already there with the same content. */
  found: number
}

/**
 * Copies a shop's files from one storage to another and verifies each copy: it reads the copy back and compares size
 * and SHA-256. Files that an earlier run has copied are compared, not sent again. Until the move ends, no process
 * starts with the other storage (`checkStorage`). Deletes nothing.
 * @param onProgress called after each file with the progress so far
 * @throws Error that says which file could not be copied; the signal's reason
 */
export async function moveFiles(
  from: Storage,
  to: Storage,
  { signal = new AbortController().signal, onProgress = () => undefined }: MoveOptions = {},
): Promise<Moved> {
  const moved: Moved = { files: 0, bytes: 0, found: 0 }
  await to.write(MOVING, Buffer.from(from.name))
  const waiting = new Set<Promise<void>>()
  try {
    for (const folder of FOLDERS)
      for await (const file of from.list(folder)) {
        signal.throwIfAborted()
        if (file.key === MOVING) continue
        const one = moveFile(from, to, file).then((isSent) => {
          moved.files++
          moved.bytes += file.bytes
          if (!isSent) moved.found++
          onProgress(moved)
        })
        waiting.add(one)
        // `Promise.all` below receives the error.
        one.then(() => waiting.delete(one)).catch(() => undefined)
        if (waiting.size >= AT_ONCE) await Promise.race(waiting)
      }
    await Promise.all(waiting)
  } finally {
    await Promise.allSettled(waiting)
  }
  await to.remove(MOVING)
  return moved
}

interface MoveOptions {
  signal?: AbortSignal
  onProgress?: (moved: Moved) => void
}

/** @returns false if it was already there */
async function moveFile(from: Storage, to: Storage, { key, bytes }: StoredFile): Promise<boolean> {
  const source = createHash('sha256')
  if ((await to.size(key)) === bytes) {
    for await (const part of from.stream(key)) source.update(part)
    if ((await digestOf(to, key)) === source.digest('hex')) return false
  }
  const sent = createHash('sha256')
  const read = async function* () {
    for await (const part of from.stream(key)) {
      sent.update(part)
      yield part
    }
  }
  const written = await to.writeStream(key, read())
  if ((await to.size(key)) !== written || (await digestOf(to, key)) !== sent.digest('hex'))
    throw new Error(
      `${key} is not the same in ${to.name} as in ${from.name}. Run the command again. Nothing was deleted.`,
    )
  return true
}

async function digestOf(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of storage.stream(key)) hash.update(part)
  return hash.digest('hex')
}
