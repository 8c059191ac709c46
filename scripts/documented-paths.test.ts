import { expect, test } from 'vitest'
import { findMissing, listDocuments } from './documented-paths.ts'

test('every path, file name, link and npm script in the docs exists', () => {
  expect(listDocuments()).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/where.md']))
  expect(listDocuments().flatMap((document) => findMissing(document))).toEqual([])
})

test('requires full paths in docs/where.md', () => {
  const text = 'See `relax.ts`, `server/search/relax.ts`, `eslint.config.js` and `app/routes/go.$productId.tsx`.'
  expect(findMissing('docs/where.md', text)).toEqual(['docs/where.md: give the full path of relax.ts'])
  expect(findMissing('docs/limits.md', text)).toEqual([])
})

test('reports each name that does not exist', () => {
  const text = [
    '# Two words',
    'See `server/auth/gone.ts`, `server/mail/*-gone.ts`, `gone.service.ts` and `node tests/bench/gone.ts`.',
    'Run `npm run gone` and read [this](gone.md), [that](limits.md#gone) or [above](#gone).',
    'All here: `server/mail/*-mails.ts`, `app/features/<domain>/`, `relax.ts`, `docs/`, npm run db:seed,',
    '[limits](limits.md), [words](#two-words), [site](https://example.com/gone.md) and `https://x.example/docs/gone.md`.',
  ].join('\n')
  expect(findMissing('docs/example.md', text)).toEqual([
    'docs/example.md: no file server/auth/gone.ts',
    'docs/example.md: no file server/mail/*-gone.ts',
    'docs/example.md: no file tests/bench/gone.ts',
    'docs/example.md: no file is called gone.service.ts',
    'docs/example.md: no script gone in package.json',
    'docs/example.md: no target gone.md',
    'docs/example.md: no target limits.md#gone',
    'docs/example.md: no target #gone',
  ])
})
