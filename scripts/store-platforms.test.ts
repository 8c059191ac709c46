import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
/** Folders in server/ that implement a store platform. */
const PLATFORMS = ['shopify', 'woocommerce']
/** Files outside app/ that may import a platform. */
const KNOW_THEM = ['server/stores/platforms.ts', 'scripts/demo-shopify.ts']

/** Returns the platforms whose folder a file imports, including type imports. */
function platformsIn(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(fs.readFileSync(path.join(ROOT, file), 'utf8'))
  const imported = importedFiles.map(({ fileName }) =>
    fileName.startsWith('.') ? path.posix.join(path.posix.dirname(file), fileName) : fileName.replace(/^#/, ''),
  )
  return PLATFORMS.filter((name) => imported.some((target) => target.startsWith(`server/${name}/`)))
}

test('only listed files outside app/ import a platform', () => {
  const files = fs
    .globSync('{app,server,scripts}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
  const knowing = files.filter(
    (file) => !PLATFORMS.some((name) => file.startsWith(`server/${name}/`)) && platformsIn(file).length > 0,
  )
  expect(knowing).toEqual(expect.arrayContaining(KNOW_THEM))
  expect(knowing.filter((file) => !file.startsWith('app/') && !KNOW_THEM.includes(file))).toEqual([])
}, 60_000)

test('no platform imports another platform', () => {
  for (const name of PLATFORMS) {
    const files = fs.globSync(`server/${name}/**/*.ts`, { cwd: ROOT })
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap(platformsIn).filter((other) => other !== name)).toEqual([])
  }
})
