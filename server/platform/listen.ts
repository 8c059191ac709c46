import pg from 'pg'
import { log } from './log.ts'

const RECONNECT_MS = 1_000

/**
 * Listens to a channel of PostgreSQL's NOTIFY on a separate connection, and reconnects whenever it is lost.
 * @param on.onConnect called each time it has connected: earlier notifications were missed
 */
export function listen(
  databaseUrl: string,
  channel: string,
  on: { onConnect: () => void; onNotice: (payload: string) => void },
): { stop: () => void } {
  let isStopped = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const own = new pg.Client({
      connectionString: databaseUrl,
      application_name: `listens to ${channel}`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client = own
    let isLost = false
    const lose = () => {
      if (isLost || isStopped) return
      isLost = true
      void own.end().catch(() => undefined)
      timer = setTimeout(() => void connect(), RECONNECT_MS)
    }
    own.on('error', lose)
    own.on('end', lose)
    own.on('notification', ({ payload }) => on.onNotice(payload ?? ''))
    try {
      await own.connect()
      await own.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      if (!isStopped) on.onConnect()
    } catch (error) {
      if (!isStopped) log.warn({ err: error, channel }, 'cannot listen; trying again')
      lose()
    }
  }
  void connect()

  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      void client?.end().catch(() => undefined)
    },
  }
}
