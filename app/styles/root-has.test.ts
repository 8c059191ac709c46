import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Matches `:has()` on the document or its body, and captures its argument. */
const ROOT_HAS = /(?:html|body|:root)[^{},;>\s]*:has\(([^)]*)\)[^{},]*/g

test('uses :has() on the root only with classes, to avoid restyling the whole page', () => {
  const found = fs
    .readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => [...fs.readFileSync(path.join(import.meta.dirname, name), 'utf8').matchAll(ROOT_HAS)])
  expect(found.length).toBeGreaterThan(5)
  expect(
    found.filter(([, asked]) => !/^\.[\w-]+(, \.[\w-]+)*$/.test(asked ?? '')).map(([selector]) => selector),
  ).toEqual([])
})
