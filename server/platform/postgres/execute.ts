import { execFile } from 'node:child_process'
import path from 'node:path'

/** The account that PostgreSQL's programs run as; empty for our own. */
export interface Runner {
  uid?: number
  gid?: number
}

/** Runs a program to its end. @returns its standard output. @throws Error with its error output. */
export function execute(file: string, args: string[], runner: Runner): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      file,
      args,
      { ...runner, cwd: '/', env: { ...process.env, LC_ALL: 'C' } },
      (error, stdout, stderr) => {
        if (error)
          reject(new Error(`${path.basename(file)}: ${stderr || stdout || error.message}`.trim(), { cause: error }))
        else resolve(stdout)
      },
    )
    child.stdin?.end()
  })
}
