import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipOf } from './zip.ts'

test('writes an archive with one file and its directory entry', () => {
  const content = Buffer.from('Grüße\n'.repeat(1_000))
  const name = 'folder/größe.txt'
  const zip = zipOf(name, content)
  const end = zip.subarray(-22)
  expect([end.readUInt32BE(0), end.readUInt16LE(8), end.readUInt16LE(10)]).toEqual([0x504b0506, 1, 1])
  const directory = zip.subarray(end.readUInt32LE(16), end.readUInt32LE(16) + end.readUInt32LE(12))
  expect([directory.readUInt32BE(0), directory.readUInt32LE(16), directory.readUInt32LE(20)]).toEqual([
    0x504b0102,
    crc32(content),
    content.length,
  ])
  expect(directory.subarray(46).toString()).toBe(name)
  const local = zip.subarray(directory.readUInt32LE(42))
  expect(local.readUInt32BE(0)).toBe(0x504b0304)
  const nameBytes = local.readUInt16LE(26)
  expect(local.subarray(30, 30 + nameBytes).toString()).toBe(name)
  expect(local.subarray(30 + nameBytes, 30 + nameBytes + content.length)).toEqual(content)
})
