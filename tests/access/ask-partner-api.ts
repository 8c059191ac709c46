import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** Vitest's JSON report. */
const report = z.object({
  numTotalTests: z.int().min(1),
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
})

/**
 * Returns whether a file contains calls of the partner API. No procedure uses these, so they have a separate access
 * test.
 */
export const isOfPartnerApi = (file: string): boolean => /^server\/partner-api\/[\w-]+-calls\.ts$/.test(file)

/**
 * Runs the access tests of the partner API in a copy of the source. @returns the first failing test, or null if all
 * pass
 */
export async function askPartnerApi(copy: string, signal: AbortSignal): Promise<string | null> {
  const file = path.join(copy, 'partner-api.json')
  await fs.rm(file, { force: true })
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=unit',
      'tests/access/partner-api.test.ts',
      '--reporter=json',
      `--outputFile=${file}`,
    ],
    { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'], signal },
  )
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  signal.throwIfAborted()
  const { testResults } = report.parse(JSON.parse(await fs.readFile(file, 'utf8')))
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  return failed?.fullName ?? null
}
