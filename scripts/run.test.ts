import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Runs a command of package.json. */
function run(script: string, env: Record<string, string>): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'run.ts'), script], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status, said: `${stdout}${stderr}` }
}

// Nothing listens on port 1.
test.each(['site.ts', 'admin.ts'])('%s reports that the database is unavailable', (script) => {
  const { status, said } = run(script, { DATABASE_URL: 'postgresql://wtf:secret@127.0.0.1:1/wtf' })
  expect(status).toBe(1)
  expect(said).toBe(
    'The database in DATABASE_URL cannot be used; nothing was changed.\nconnect ECONNREFUSED 127.0.0.1:1\n',
  )
})

test('reports an invalid environment variable', () => {
  const { status, said } = run('worker.ts', { PORT: '70000' })
  expect(status).toBe(1)
  expect(said).toMatch(/^Invalid environment variables \(see \.env\.example\):\n {2}PORT: .*\n$/)
})
