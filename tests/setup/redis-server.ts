import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from './shop-process.ts'

/** The command of an installed Redis or Valkey; null if there is none. */
export const REDIS_COMMAND = ['valkey-server', 'redis-server'].find(isInstalled) ?? null

export interface RedisServer {
  url: string
  /** Sends a signal: SIGSTOP and SIGCONT make it hang for a while. */
  signal: (signal: NodeJS.Signals) => void
  /** Ends the server at once. It forgets everything. */
  stop: () => Promise<void>
}

/** Starts a server in memory. @param settings more arguments for the command */
export async function startRedis(port?: number, settings: string[] = []): Promise<RedisServer> {
  const listensOn = port ?? (await freePort())
  const fixed = ['--port', String(listensOn), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn(REDIS_COMMAND ?? '', [...fixed, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: server.stdout })) if (line.includes('Ready to accept')) break
  server.stdout.resume()
  return {
    url: `redis://127.0.0.1:${listensOn}`,
    signal: (signal) => void server.kill(signal),
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      const gone = once(server, 'exit')
      server.kill('SIGKILL')
      await gone
    },
  }
}

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
