import fs from 'node:fs'
import path from 'node:path'

const KIB = 1_024

export interface Memory {
  /** Current and peak memory of the server process, in bytes. */
  server: number
  serverPeak: number
  /** Memory of all PostgreSQL processes in bytes. Shared memory is divided among them. */
  postgres: number
  postgresProcesses: number
}

/** Reads the memory of a shop, and of the PostgreSQL in its DATA_DIR, from Linux. NaN on other systems. */
export function memoryOf(serverPid: number, dataDir: string): Memory {
  const cluster = clusterProcesses(dataDir)
  return {
    server: KIB * fieldOf(`/proc/${serverPid}/status`, 'VmRSS'),
    serverPeak: KIB * fieldOf(`/proc/${serverPid}/status`, 'VmHWM'),
    postgres: cluster.length
      ? KIB * cluster.reduce((sum, pid) => sum + fieldOf(`/proc/${pid}/smaps_rollup`, 'Pss'), 0)
      : NaN,
    postgresProcesses: cluster.length,
  }
}

/** Lists the postmaster and its children. */
function clusterProcesses(dataDir: string): number[] {
  try {
    const postmaster = Number(
      fs
        .readFileSync(path.join(fs.realpathSync(path.join(dataDir, 'postgres')), 'cluster/postmaster.pid'), 'utf8')
        .split('\n')[0],
    )
    return fs
      .readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && (pid === postmaster || fieldOf(`/proc/${pid}/status`, 'PPid') === postmaster))
  } catch {
    return []
  }
}

/** Reads the number in a line such as 'VmRSS: 1234 kB'. */
function fieldOf(file: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(fs.readFileSync(file, 'utf8'))?.[1])
  } catch {
    return NaN
  }
}
