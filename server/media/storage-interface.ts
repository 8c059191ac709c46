export interface StoredFile {
  key: string
  bytes: number
  /** Milliseconds since 1970. */
  writtenAt: number
}

/**
 * Stores the shop's files by key: 'media/originals/9f/9f86d081884c7d659a2feaa0', 'imports/ID.csv', 'feeds/NAME'. A key
 * consists of letters, digits, dots, hyphens, underscores and slashes. Every method throws if the storage is
 * unreachable (StorageAway for S3), which does not mean that a file is missing.
 */
export interface Storage {
  /** The folder or the bucket's address, for messages. */
  name: string
  /** Returns the file's bytes; null if there is no such file. */
  read: (key: string) => Promise<Buffer | null>
  /** Returns the bytes; null if there is no such file. */
  size: (key: string) => Promise<number | null>
  has: (key: string) => Promise<boolean>
  /**
   * Yields the bytes from `from` up to, but not including, `to`. Throws an error with the code ENOENT if there is no
   * such file.
   */
  stream: (key: string, from?: number, to?: number) => AsyncGenerator<Uint8Array>
  /** Writes the file completely or not at all. Several writers may write the same key at once. */
  write: (key: string, bytes: Buffer) => Promise<void>
  /**
   * Writes a file unless it exists.
   * @returns the stored bytes, which are those of the first writer
   */
  writeOnce: (key: string, bytes: Buffer) => Promise<Buffer>
  /**
   * Writes the file completely or, if the source fails, not at all.
   * @returns its bytes
   */
  writeStream: (key: string, source: AsyncIterable<Uint8Array>) => Promise<number>
  /** Lists all files below a folder, in the order of their keys. */
  list: (folder: string) => AsyncGenerator<StoredFile>
  /** Removes up to 1,000 files. Ignores files that do not exist. */
  remove: (...keys: string[]) => Promise<void>
  /** Whether more than this many bytes are free; true if that is unknown, and for S3. */
  hasRoom: (bytes: number) => Promise<boolean>
}
