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

test('a missing settings file is fine, and an existing one is read', async () => {
  const file = path.join(folder, 'settings')
  loadSettings(file)
  await fs.writeFile(file, 'WTF_TEST_SETTING=read\n')
  loadSettings(file)
  expect(process.env.WTF_TEST_SETTING).toBe('read')
  delete process.env.WTF_TEST_SETTING
})

test('a broken link to the settings stops the shop, but not a build', async () => {
  const link = path.join(folder, 'link')
  await fs.symlink(path.join(folder, 'nowhere'), link)
  expect(() => loadSettings(link)).toThrow(/cannot be read: it is a link to a missing file\. Nothing was changed/)
  expect(() => loadSettings(link, { mayLeadNowhere: true })).not.toThrow()
})

test.skipIf(process.getuid?.() === 0)('nor is a file of somebody else', async () => {
  const file = path.join(folder, 'closed')
  await fs.writeFile(file, '', { mode: 0 })
  expect(() => loadSettings(file)).toThrow(/no permission to read it/)
})
