import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MONEY_ACTIONS } from './money-actions.values.ts'

const root = path.resolve(import.meta.dirname, '../..')
const ROW = /^\| `(\w+)` \| (\d) \| [^|]+ \| `([^`]+)`: ([^|]+) \|$/

async function readRows() {
  const text = await fs.readFile(path.join(root, 'docs/two-person-approval.md'), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, action = line, people, file = '', name = ''] = ROW.exec(line) ?? []
      return { action, people: Number(people), file, name }
    })
}

test('docs/two-person-approval.md lists every action that moves money, with the number of people it takes', async () => {
  const rows = await readRows()
  expect(Object.fromEntries(rows.map(({ action, people }) => [action, people]))).toEqual(MONEY_ACTIONS)
  expect(rows).toHaveLength(Object.keys(MONEY_ACTIONS).length)
})

test('every row names an existing test', async () => {
  for (const { action, file, name } of await readRows()) {
    const source = await fs.readFile(path.join(root, file), 'utf8').catch(() => '')
    const isThere = ['test(', 'test.each(cells)('].some((start) => source.includes(`${start}'${name.trim()}'`))
    expect(isThere, `the test of ${action}: ${name}`).toBe(true)
  }
})

test('every action is requested somewhere in the code', async () => {
  const files = await fs.readdir(path.join(root, 'server'), { recursive: true })
  const sources = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.values.ts'))
      .map((file) => fs.readFile(path.join(root, 'server', file), 'utf8')),
  )
  const all = sources.join('\n')
  for (const action of Object.keys(MONEY_ACTIONS)) expect(all).toContain(`action: '${action}'`)
})
