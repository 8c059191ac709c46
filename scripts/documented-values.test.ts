import fs from 'node:fs'
import { expect, test } from 'vitest'
import { compareDocumented } from './documented-values.ts'

const KEYS = 'docs/keys-and-sessions.md'

test.each([
  [KEYS, 25],
  ['docs/limits.md', 70],
])('%s matches the constants in the source', (file, least) => {
  const { compared, wrong } = compareDocumented(file)
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThanOrEqual(least)
})

test('reports changed values and removed constants, with the line to update', () => {
  const source = 'server/auth/session-limits.ts'
  const text = [
    `| at most | 91 days | \`${source}\` \`MAX_SESSION_DAYS\` |`,
    `| at most | 1,440 | \`server/auth/one-time-tokens.ts\` \`TOKEN_MINUTES.sign_up\` |`,
    `| at most | 9 | \`${source}\` \`NO_SUCH_LIMIT\` |`,
  ].join('\n')
  expect(compareDocumented(KEYS, text)).toEqual({
    compared: 3,
    wrong: [
      `${KEYS} says “91 days” for MAX_SESSION_DAYS, but ${source} says 90: update its line.`,
      `${source} has no number NO_SUCH_LIMIT any more: update or remove its line in ${KEYS}.`,
    ],
  })
})

test('the docs describe the lifetime of every key', () => {
  const text = fs.readFileSync(KEYS, 'utf8')
  const names = fs
    .globSync('server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = fs.readFileSync(file, 'utf8')
      return [...source.matchAll(/appSecret\([\w.#]+, (?:'([\w-]+)'|(\w+))\)/g)].flatMap(
        ([, name, constant]) => name ?? new RegExp(`const ${constant} = '([\\w-]+)'`).exec(source)?.[1] ?? [],
      )
    })
  expect(names).toContain('second-factor')
  expect([...new Set(names)].filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
