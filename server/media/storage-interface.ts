export interface StoredFile {
  key: string
  bytes: number
  /** Milliseconds since 1970. */
  writtenAt: number
}

/**
 * Stores the shop's files by key: 'media/originals/9f/9f86d081884c7d659a2feaa0', 'imports/ID.csv', 'feeds/NAME'. A key
 * has letters, digits, dots, hyphens, underscores and slashes.
 * Every method throws if the storage cannot be reached (StorageAway for S3): that is no proof that a file is missing.
 */
export interface Storage {
  /** For messages: the folder, or the bucket's address. */
  name: string
  /** Null if there is no such file. */
  read: (key: string) => Promise<Buffer | null>
  /** Bytes; null if there is no such file. */
  size: (key: string) => Promise<number | null>
  has: (key: string) => Promise<boolean>
  /** Bytes from `from` up to `to`, which is not included. Throws an error with the code ENOENT if there is no such file. */
  stream: (key: string, from?: number, to?: number) => AsyncGenerator<Uint8Array>
  /** Writes the whole file or nothing; several may write the same key at once. */
  write: (key: string, bytes: Buffer) => Promise<void>
  /** Writes a file that is not there yet. @returns the bytes that are kept: those of the first writer. */
  writeOnce: (key: string, bytes: Buffer) => Promise<Buffer>
  /** Writes the whole file or, if the source fails, nothing. @returns its bytes */
  writeStream: (key: string, source: AsyncIterable<Uint8Array>) => Promise<number>
  /** All files below a folder, in the order of their keys. */
  list: (folder: string) => AsyncGenerator<StoredFile>
  /** Removes up to 1,000 files. Nothing happens to those that do not exist. */
  remove: (...keys: string[]) => Promise<void>
  /** Whether more than this many bytes are free; true if the system does not tell, and for S3. */
  hasRoom: (bytes: number) => Promise<boolean>
}
