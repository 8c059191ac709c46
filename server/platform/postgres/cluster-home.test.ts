import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { locateHome, unprivilegedRunner } from './cluster-home.ts'

const runner = await unprivilegedRunner()
let root: string
/** A home of mode 0700, as root may have: PostgreSQL's user cannot enter it. */
let closed: string
let dataDir: string
beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-homes-'))
  await fs.chmod(root, 0o755)
  closed = path.join(root, 'closed')
  await fs.mkdir(closed, { mode: 0o700 })
  dataDir = await newFolder('shop')
})
afterEach(() => fs.rm(root, { recursive: true, force: true }))

async function newFolder(name: string): Promise<string> {
  const folder = path.join(closed, name)
  await fs.mkdir(folder, { recursive: true })
  return folder
}

/** Creates a database like a shop's first start. */
async function openShop(folder = dataDir): Promise<string> {
  const home = await locateHome(folder, runner, root)
  await fs.mkdir(path.join(home, 'cluster'), { recursive: true })
  await fs.writeFile(path.join(home, 'cluster/rows'), `rows of ${folder}`)
  return home
}
const rowsOf = (home: string) => fs.readFile(path.join(home, 'cluster/rows'), 'utf8')
const locate = (folder = dataDir) => locateHome(folder, runner, root)
/** Runs the command in the error's line that starts with this text. */
async function follow(refused: Promise<unknown>, beginning: string): Promise<void> {
  const error = await refused.then(
    () => expect.fail('was not refused'),
    (reason: unknown) => reason as Error,
  )
  const line = error.message.split('\n').find((each) => each.trim().startsWith(beginning))
  execFileSync('/bin/sh', ['-c', line!.slice(line!.indexOf(':  ') + 3)])
}

// Without root, PostgreSQL runs as the current user and can reach everything.
describe.skipIf(runner.uid === undefined)('a database outside DATA_DIR', () => {
  test('is found through its link', async () => {
    const home = await openShop()
    expect(home.startsWith(path.join(root, 'wtf-data-'))).toBe(true)
    expect(await locate()).toBe(home)
  })
  test('is kept if DATA_DIR is emptied: the start is refused, with steps to continue or start over', async () => {
    const home = await openShop()
    await fs.rm(dataDir, { recursive: true })
    await newFolder('shop')
    await expect(locate()).rejects.toThrow(`There is a database of ${dataDir} in ${home}`)
    expect(await rowsOf(home)).toBe(`rows of ${dataDir}`)
    await follow(locate(), 'To use that database')
    expect(await locate()).toBe(home)
    expect(await rowsOf(home)).toBe(`rows of ${dataDir}`)

    await fs.rm(dataDir, { recursive: true })
    await newFolder('shop')
    await follow(locate(), 'To start over without it')
    await expect(rowsOf(await locate())).rejects.toThrow('ENOENT')
  })
  test('is found without its link, which some copy programs leave out', async () => {
    const home = await openShop()
    await fs.rm(path.join(dataDir, 'postgres'))
    expect(await locate()).toBe(home)
    expect(await fs.readlink(path.join(dataDir, 'postgres'))).toBe(home)
  })
  test('is kept if an earlier version recorded no owner', async () => {
    const home = await openShop()
    await fs.rm(path.join(home, 'belongs-to.json'))
    expect(await locate()).toBe(home)
    await fs.rm(path.join(home, 'belongs-to.json'))
    await fs.rm(path.join(dataDir, 'postgres'))
    await expect(locate()).rejects.toThrow('no link to it in')
    expect(await rowsOf(home)).toBe(`rows of ${dataDir}`)
  })
  test('is not shared with a copy of DATA_DIR, and steps to complete the copy are shown', async () => {
    const home = await openShop()
    const copy = path.join(closed, 'copy')
    await fs.cp(dataDir, copy, { recursive: true, verbatimSymlinks: true })
    await expect(locate(copy)).rejects.toThrow(
      `${copy} is an incomplete copy: its database is only a link to ${home}, which belongs to ${dataDir}`,
    )
    await follow(locate(copy), 'To complete the copy')
    const own = await locate(copy)
    expect([own === home, await rowsOf(own)]).toEqual([false, `rows of ${dataDir}`])
    expect([await locate(), await locate(copy)]).toEqual([home, own])
  })
  test('is not replaced by an empty one in a copy of DATA_DIR without the link', async () => {
    const home = await openShop()
    const copy = path.join(closed, 'copy')
    await fs.cp(dataDir, copy, { recursive: true, verbatimSymlinks: true })
    await fs.rm(path.join(copy, 'postgres'))
    await expect(locate(copy)).rejects.toThrow(`${copy} is an incomplete copy`)
    await follow(locate(copy), 'To start with a new, empty database instead')
    expect(await locate(copy)).not.toBe(home)
    expect([await locate(), await rowsOf(home)]).toEqual([home, `rows of ${dataDir}`])
  })
  test('is the same if DATA_DIR is a symbolic link', async () => {
    const link = path.join(root, 'link')
    await fs.symlink(dataDir, link)
    const home = await openShop(link)
    await fs.rm(path.join(dataDir, 'postgres'))
    expect(await locate()).toBe(home)
  })
  test('moves with DATA_DIR, and a new shop at the old path gets a new database', async () => {
    const home = await openShop()
    const moved = path.join(closed, 'moved')
    await fs.rename(dataDir, moved)
    expect(await locate(moved)).toBe(home)
    await newFolder('shop')
    const other = await openShop()
    expect(other).not.toBe(home)
    expect([await locate(moved), await locate()]).toEqual([home, other])
    expect(await rowsOf(home)).toBe(`rows of ${dataDir}`)
  })
  test('stays inside a DATA_DIR that becomes unreachable, and steps to fix this are shown', async () => {
    await fs.chmod(closed, 0o755)
    const home = await openShop()
    expect(home).toBe(path.join(dataDir, 'postgres'))
    await fs.chmod(closed, 0o700)
    await expect(locate()).rejects.toThrow('cannot reach')
    await follow(locate(), 'Open the folders above it')
    expect(await rowsOf(await locate())).toBe(`rows of ${dataDir}`)
  })
})

describe('a link from DATA_DIR', () => {
  test('to a missing disk creates no new database', async () => {
    await fs.symlink(path.join(root, 'away'), path.join(dataDir, 'postgres'))
    await expect(locate()).rejects.toThrow('which does not exist')
    expect(await fs.readdir(root)).not.toContain('away')
  })
  test('made by hand to another disk is followed', async () => {
    await fs.mkdir(path.join(root, 'disk'))
    await fs.symlink(path.join(root, 'disk'), path.join(dataDir, 'postgres'))
    expect([await locate(), await locate()]).toEqual([path.join(root, 'disk'), path.join(root, 'disk')])
  })
})

test('a DATA_DIR that the database user can reach contains its database', async () => {
  const open = path.join(root, 'open')
  await fs.mkdir(open)
  expect(await locate(open)).toBe(path.join(open, 'postgres'))
})

describe.skipIf(runner.uid === undefined)('a database that belongs to another user', () => {
  test('keeps its owner when root starts the shop', async () => {
    await fs.chmod(closed, 0o755)
    const home = path.join(dataDir, 'postgres')
    await fs.mkdir(path.join(home, 'cluster'), { recursive: true })
    for (const folder of [home, path.join(home, 'cluster')]) await fs.chown(folder, 12_345, 12_345)
    await expect(locate()).rejects.toThrow('belongs to the user #12345, and you are root')
    expect((await fs.stat(home)).uid).toBe(12_345)
  })
})
