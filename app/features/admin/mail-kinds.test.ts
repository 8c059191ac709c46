import fs from 'node:fs'
import { expect, test } from 'vitest'
import { mailKindName } from './mail-kinds.ts'

test('names every kind of email', () => {
  const folder = 'server/mail'
  const files = fs.readdirSync(folder).filter((file) => /(-mails|templates)\.ts$/.test(file))
  const sources = files.map((file) => fs.readFileSync(`${folder}/${file}`, 'utf8'))
  const kinds = sources.flatMap((source) =>
    [...source.matchAll(/composeMail\(\{\s*kind: '([a-z_]+)'/g)].map((found) => found[1] ?? ''),
  )
  expect(kinds.length).toBeGreaterThan(80)
  expect(kinds.filter((kind) => mailKindName(kind) === kind)).toEqual([])
})
