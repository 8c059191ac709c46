import { crc32 } from 'node:zlib'

const VERSION = 20
const UTF8_NAMES = 0x0800
/** 1 January 1980, the format's first day, so that the same file always gives the same bytes. */
const DATE = 0x0021
const MODE_OF_FILE = 0o100644

/** Returns a ZIP archive that contains one file, without compression. @param name with its folders: 'folder/file.txt' */
export function zipOf(name: string, content: Buffer): Buffer {
  const path = Buffer.from(name)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(VERSION, 0)
  common.writeUInt16LE(UTF8_NAMES, 2)
  common.writeUInt16LE(DATE, 8)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(content.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(path.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, content])
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(MODE_OF_FILE * 0x10000, 6)
  // The creator is Unix, so that readers use the file's mode.
  const made = Buffer.from([VERSION, 3])
  const directory = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, common, rest, path])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
