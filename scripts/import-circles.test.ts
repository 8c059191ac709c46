import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './imports-of.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Returns circular imports as lists of files. If several share a path, at least one of them is returned. */
function circlesAmong(files: Map<string, string[]>): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const follow = (file: string, way: string[]) => {
    if (way.includes(file)) circles.push(way.slice(way.indexOf(file)))
    else if (!done.has(file)) for (const next of files.get(file) ?? []) follow(next, [...way, file])
    done.add(file)
  }
  for (const file of files.keys()) follow(file, [])
  return circles
}

test('finds import cycles', () => {
  const files = { a: ['b'], b: ['c', 'd'], c: ['a'], d: [], e: ['e'] }
  expect(circlesAmong(new Map(Object.entries(files)))).toEqual([['a', 'b', 'c'], ['e']])
})

test('finds no import cycles in the source, including type imports', () => {
  const names = fs.globSync('{app,demo,server,prisma,scripts,tests}/**/*.{ts,tsx,js,mjs}', {
    cwd: ROOT,
    exclude: ['prisma/generated/**'],
  })
  const files = new Map(names.map((name) => [name, importsOf(name).files]))
  expect(files.get('server/main.ts')).toContain('server/http/app.ts')
  expect(circlesAmong(files)).toEqual([])
}, 60_000)
