import { expect, test } from 'vitest'
import { readableLine } from './readable-line.ts'

const line = (entry: object) => readableLine(JSON.stringify({ time: '2026-11-28T00:44:35.974Z', ...entry }))

test('a log line is short, whatever was logged', () => {
  const applied = Array.from({ length: 110 }, (_, n) => `20261120000000_migration_${n}`)
  expect(line({ level: 30, applied, msg: 'migrations applied' })).toMatch(
    /^\d\d:\d\d:35 info: migrations applied \(applied 110 items\)\n$/,
  )
  const slow = line({
    level: 40,
    ms: 519,
    sql: `INSERT INTO "size_tables" ${'x'.repeat(2_000)}`,
    msg: 'a slow statement',
  })
  expect(slow).toMatch(/warning: a slow statement \(ms 519, sql INSERT INTO "size_tables" x+\.\.\.\)\n$/)
  expect(slow.length).toBeLessThan(180)
})

test('a log line shows where an error occurred', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at a (a.ts:1:1)\n    at b (b.ts:2:2)' }
  expect(line({ level: 50, err, msg: 'request failed' })).toMatch(
    /error: request failed \(reason no\)\n {4}at a \(a.ts:1:1\)\n {4}at b \(b.ts:2:2\)\n$/,
  )
})

test('a log line cannot be forged by its contents, or control the terminal', () => {
  const shown = line({ level: 40, path: 'a\n00:00:00 info: all is well\u001b[31m\u009b31m', msg: 'x' })
  expect(shown.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
})
