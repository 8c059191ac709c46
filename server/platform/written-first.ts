import { randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

export type Append = (text: string) => Promise<void>

/**
 * Writes a text to a file before its first byte is read, so that a slow reader blocks nothing in the database. The file
 * has no name, so it disappears when it is closed, which happens when the text ends or its reader disconnects.
 */
export async function writtenFirst(write: (append: Append) => Promise<void>): Promise<AsyncGenerator<string>> {
  const name = path.join(os.tmpdir(), `export-${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600)
  try {
    await rm(name)
    await write((text) => file.appendFile(text))
  } catch (error) {
    await file.close()
    throw error
  }
  const text = readBack(file)
  // Starts the generator, so that the file is closed even if the reader disconnects before the first chunk.
  await text.next()
  return text
}

async function* readBack(file: FileHandle): AsyncGenerator<string> {
  try {
    yield ''
    for await (const part of file.createReadStream({ start: 0, encoding: 'utf8' })) yield part as string
  } finally {
    await file.close()
  }
}
