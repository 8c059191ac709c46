import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { makePrivateFolder, PRIVATE_FILE } from '#server/platform/private-files.ts'

/** Stores originals and their variants by key: 'originals/9f/9f86d081884c7d659a2feaa0'. */
export interface Storage {
  /** Null if there is no such file. */
  read: (key: string) => Promise<Buffer | null>
  /** @throws if the storage cannot be read: that is no proof that the file is missing. */
  has: (key: string) => Promise<boolean>
  /** Writes the whole file or nothing; several may write the same key at once. */
  write: (key: string, bytes: Buffer) => Promise<void>
  /** Takes a file of the same disk as it is; its old name is gone. */
  adopt: (key: string, file: string) => Promise<void>
  /** Bytes; null if there is no such file. */
  size: (key: string) => Promise<number | null>
  /** Bytes from `from` up to `to`, which is not included. */
  stream: (key: string, from: number, to: number) => ReadableStream<Uint8Array>
  /** The last parts of the keys below a folder that were written before a time (milliseconds since 1970). */
  namesBefore: (folder: string, time: number) => Promise<string[]>
  /** Whether a folder has anything in it. */
  hasAny: (folder: string) => Promise<boolean>
  /** Nothing happens if there is no such file. */
  remove: (key: string) => Promise<void>
  /** Whether more than this many bytes are free; true if the system does not tell. */
  hasRoom: (bytes: number) => Promise<boolean>
}

/** The shop's storage: files below DATA_DIR/media. No other code knows where pictures are stored. */
export function openStorage(dataDir: string): Storage {
  const fileOf = (key: string) => path.join(dataDir, 'media', key)
  return {
    read: (key) =>
      fs.readFile(fileOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    has: (key) =>
      fs.access(fileOf(key)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false
          throw error
        },
      ),
    write: async (key, bytes) => {
      const file = fileOf(key)
      await makePrivateFolder(path.dirname(file))
      const partial = `${file}.${randomUUID()}.partial`
      await fs.writeFile(partial, bytes, { mode: PRIVATE_FILE })
      await fs.rename(partial, file)
    },
    adopt: async (key, from) => {
      const file = fileOf(key)
      await makePrivateFolder(path.dirname(file))
      await fs.chmod(from, PRIVATE_FILE)
      await fs.rename(from, file)
    },
    size: (key) =>
      fs.stat(fileOf(key)).then(
        ({ size }) => size,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw error
        },
      ),
    namesBefore: async (folder, time) => {
      const names = await fs.readdir(fileOf(folder)).catch(() => [])
      const ages = await Promise.all(names.map((name) => fs.stat(fileOf(`${folder}/${name}`)).catch(() => null)))
      return names.filter((_, at) => {
        const file = ages[at]
        return file?.isFile() === true && file.mtimeMs < time
      })
    },
    hasAny: async (folder) => (await fs.readdir(fileOf(folder)).catch(() => [])).length > 0,
    stream: (key, from, to) =>
      Readable.toWeb(createReadStream(fileOf(key), { start: from, end: to - 1 })) as ReadableStream<Uint8Array>,
    remove: (key) => fs.rm(fileOf(key), { force: true }),
    hasRoom: async (bytes) => {
      const disk = await fs.statfs(dataDir).catch(() => null)
      return disk === null || disk.bavail * disk.bsize > bytes
    },
  }
}
