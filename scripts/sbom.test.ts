import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { composeSbom } from './sbom.ts'

test('lists every production package, and no development package', () => {
  const components = composeSbom().components as Array<{ name: string; version: string; purl: string; hashes: unknown }>
  const listed = components.map(({ name, version }) => `${name}@${version}`)
  expect(listed).toEqual(
    expect.arrayContaining(Object.entries(packageJson.dependencies).map(([name, version]) => `${name}@${version}`)),
  )
  const tools = ['vitest', '@playwright/test', 'eslint', 'knip', 'lighthouse']
  expect(components.filter(({ name }) => tools.includes(name))).toEqual([])
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
  expect(components.find(({ name }) => name === 'zod')?.hashes).toEqual([
    { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
  ])
})
