import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSettings } from './settings-file.ts'

let folder: string
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-settings-'))
})
afterAll(() => fs.rm(folder, { recursive: true, force: true }))

test('reads an existing settings file, and tolerates a missing one', async () => {
  const file = path.join(folder, 'settings')
  loadSettings(file)
  await fs.writeFile(file, 'WTF_TEST_SETTING=read\n')
  loadSettings(file)
  expect(process.env.WTF_TEST_SETTING).toBe('read')
  delete process.env.WTF_TEST_SETTING
})

test('reports a broken link to the settings file, except in a build', async () => {
  const link = path.join(folder, 'link')
  await fs.symlink(path.join(folder, 'nowhere'), link)
  expect(() => loadSettings(link)).toThrow(/cannot be read: it is a link to a missing file\. Nothing was changed/)
  expect(() => loadSettings(link, { mayLeadNowhere: true })).not.toThrow()
})

test.skipIf(process.getuid?.() === 0)('reports a settings file without read permission', async () => {
  const file = path.join(folder, 'closed')
  await fs.writeFile(file, '', { mode: 0 })
  expect(() => loadSettings(file)).toThrow(/no permission to read it/)
})
