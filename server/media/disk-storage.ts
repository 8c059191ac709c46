import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makePrivateFolder, PRIVATE_FILE } from '#server/platform/private-files.ts'
import type { Storage, StoredFile } from './storage-interface.ts'

const READ_AT_ONCE = 256 * 1024
const PARTIAL = '.partial'

/** Stores files below a folder. A file gets its name when it is complete. */
export function diskStorage(folder: string): Storage {
  const fileOf = (key: string) => path.join(folder, key)
  const size = (key: string) => fs.stat(fileOf(key)).then(({ size: bytes }) => bytes, nullIfMissing)
  const read = (key: string) => fs.readFile(fileOf(key)).catch(nullIfMissing)
  /**
   * Fills a new file next to the target.
   * @param keep renames the new file to the target
   */
  const put = async <T>(key: string, fill: (partial: string) => Promise<T>, keep = fs.rename): Promise<T> => {
    const file = fileOf(key)
    await makePrivateFolder(path.dirname(file))
    const partial = `${file}.${randomUUID()}${PARTIAL}`
    try {
      const filled = await fill(partial)
      await keep(partial, file)
      return filled
    } catch (error) {
      await fs.rm(partial, { force: true })
      throw error
    }
  }
  const fillWith = (bytes: Buffer) => (partial: string) => fs.writeFile(partial, bytes, { mode: PRIVATE_FILE })
  return {
    name: folder,
    read,
    size,
    has: async (key) => (await size(key)) !== null,
    stream: (key, from = 0, to = Infinity) => readFrom(fileOf(key), from, to),
    write: (key, bytes) => put(key, fillWith(bytes)),
    writeOnce: async (key, bytes) => {
      try {
        await put(key, fillWith(bytes), async (partial, file) => {
          await fs.link(partial, file)
          await fs.rm(partial, { force: true })
        })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        return (await read(key)) ?? bytes
      }
      return bytes
    },
    writeStream: (key, source) =>
      put(key, async (partial) => {
        const target = createWriteStream(partial, { mode: PRIVATE_FILE })
        await pipeline(source, target)
        return target.bytesWritten
      }),
    list: (below) => listFiles(folder, below),
    remove: async (...keys) => void (await Promise.all(keys.map((key) => fs.rm(fileOf(key), { force: true })))),
    hasRoom: async (bytes) => {
      const disk = await fs.statfs(folder).catch(() => null)
      return disk === null || disk.bavail * disk.bsize > bytes
    },
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function* readFrom(file: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  if (to <= from) return
  for await (const part of createReadStream(file, { start: from, end: to - 1, highWaterMark: READ_AT_ONCE }))
    yield part as Buffer
}

async function* listFiles(root: string, below: string): AsyncGenerator<StoredFile> {
  const found = await fs.readdir(path.join(root, below), { withFileTypes: true }).catch(nullIfMissing)
  // Sorted like S3: by the bytes of their keys.
  const sorted = (found ?? [])
    .map((entry) => ({
      entry,
      key: `${below}/${entry.name}`,
      order: entry.isDirectory() ? `${entry.name}/` : entry.name,
    }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
  for (const { entry, key } of sorted) {
    if (entry.isDirectory()) yield* listFiles(root, key)
    else if (entry.isFile() && !entry.name.endsWith(PARTIAL)) {
      const file = await fs.stat(path.join(root, key)).catch(nullIfMissing)
      if (file) yield { key, bytes: file.size, writtenAt: file.mtimeMs }
    }
  }
}
