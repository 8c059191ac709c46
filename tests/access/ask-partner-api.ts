import { spawn } from 'node:child_process'
import { z } from 'zod'

/** Vitest's JSON report. */
const report = z.object({
  numTotalTests: z.int().min(1),
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
})

/** Whether the calls of this file have an access test of their own: no procedure uses them. */
export const isOfPartnerApi = (file: string): boolean => /^server\/partner-api\/[\w-]+-calls\.ts$/.test(file)

/** Runs the access tests of the partner API in a copy of the source. @returns the first failing test; null if all pass */
export async function askPartnerApi(copy: string, signal: AbortSignal): Promise<string | null> {
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', 'tests/access/partner-api.test.ts', '--reporter=json'],
    { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'], signal },
  )
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  signal.throwIfAborted()
  const { testResults } = report.parse(JSON.parse(output.slice(output.indexOf('{'))))
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  return failed?.fullName ?? null
}
