import fs from 'node:fs'
import path from 'node:path'

const KIB = 1_024

export interface Memory {
  /** Bytes of the server process that are in memory now, and at most so far. */
  server: number
  serverPeak: number
  /** Bytes of all of the cluster's processes, shared ones divided among those who share them. */
  postgres: number
  postgresProcesses: number
}

/** Memory of a shop and of the PostgreSQL in its DATA_DIR, as Linux tells it; NaN where it does not. */
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

/** The postmaster and its children. */
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

/** The number of a line like 'VmRSS:   1234 kB'. */
function fieldOf(file: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(fs.readFileSync(file, 'utf8'))?.[1])
  } catch {
    return NaN
  }
}
