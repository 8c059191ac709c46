import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Sections of ASVS 5.0 with the numbers of their requirements at levels 1 and 2. */
const REQUIREMENTS = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2 4.1:1-3
  4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3
  7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4 10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11
  10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1 12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5
  13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3
  17.1:1 17.2:1-4 17.3:1-2
`

const ROOT = path.resolve(import.meta.dirname, '..')
const text = fs.readFileSync(path.join(ROOT, 'docs/asvs.md'), 'utf8')
const lines = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*?) \| (.*?) \|$/gm)].map(([, id, state, note]) => ({
  id: id!,
  state: state!,
  note: note!,
}))

const numbersOf = (ranges: string): number[] =>
  ranges.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return Array.from({ length: last! - first! + 1 }, (_, at) => first! + at)
  })

test('has one line for each requirement', () => {
  const wanted = REQUIREMENTS.trim()
    .split(/\s+/)
    .flatMap((section) => {
      const [id, ranges = ''] = section.split(':')
      return numbersOf(ranges).map((number) => `${id}.${number}`)
    })
  expect(wanted).toHaveLength(253)
  expect(lines.map(({ id }) => id)).toEqual(wanted)
})

test('gives each requirement a state and a reason, and each exception an owner', () => {
  for (const { id, state, note } of lines) {
    expect(['met', 'n/a', 'exception'], id).toContain(state)
    expect(note, id).not.toBe('')
    if (state === 'exception') expect(note, id).toMatch(/Owner: (operator|engineering|product)/)
  }
})

test('states the correct totals', () => {
  const count = (wanted: string) => lines.filter(({ state }) => state === wanted).length
  expect(text).toContain(`${count('met')} met, ${count('n/a')} not applicable, ${count('exception')} exceptions.`)
})
