import type http from 'node:http'
import net from 'node:net'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'

/** Time for requests in progress. */
const FINISH_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 25
/**
 * Closes a connection after this many idle checks in a row, about a second. Closing it sooner could lose a request in
 * transit. We count checks instead of milliseconds, because after the process has been suspended for a second, every
 * connection looks idle, even with unread requests.
 */
const IDLE_LOOKS = 40
/**
 * Closes the listener after QUIET_MS without a new connection or a finished response. Clients may reconnect after a
 * response. Under steady traffic, it closes after QUIET_WITHIN_MS.
 */
const QUIET_MS = 50
const QUIET_WITHIN_MS = 2_000
/**
 * Closes the listener only after an event-loop turn this short. During a longer turn, new connections could arrive that
 * we have not accepted.
 */
const SHORT_TURN_MS = 1

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

export interface Stoppable {
  /** Sets the function that answers requests. */
  answerWith: (answer: Answer) => void
  isStopping: () => boolean
  /**
   * Accepts no new connections, answers every request on the open ones with `connection: close`, and resolves once all
   * are closed. After ten seconds it aborts the rest.
   * @returns the number of aborted requests
   */
  stop: () => Promise<number>
}

/** Tracks all responses from now on, so that the server can be stopped without losing requests. */
export function stoppable(server: http.Server): Stoppable {
  let isStopping = false
  /** The requests in progress on each connection, and how many checks in a row found none. */
  const connections = new Map<net.Socket, { underWay: Set<http.ServerResponse>; idleLooks: number }>()
  let accepted = 0
  /** Requests that arrive while pending connections are accepted; null if requests are answered at once. */
  let held: Array<() => void> | null = null
  const requestsUnderWay = () => [...connections.values()].reduce((sum, { underWay }) => sum + underWay.size, 0)
  const asLast = (response: http.ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.on('connection', (socket) => {
    accepted++
    connections.set(socket, { underWay: new Set(), idleLooks: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  const begin = ({ socket }: http.IncomingMessage, response: http.ServerResponse) => {
    const connection = connections.get(socket)
    if (connection) connection.idleLooks = 0
    connection?.underWay.add(response)
    response.once('close', () => connection?.underWay.delete(response))
    if (isStopping) asLast(response)
  }
  return {
    answerWith: (answer) =>
      server.on('request', (request, response) => {
        begin(request, response)
        if (held) held.push(() => answer(request, response))
        else answer(request, response)
      }),
    isStopping: () => isStopping,
    stop: async () => {
      isStopping = true
      for (const { underWay } of connections.values()) underWay.forEach(asLast)
      // The kernel would reset connections that it has already accepted for us, so we accept them first. We answer their
      // requests only after this loop. Otherwise their clients would reconnect, and the loop would never end.
      const waiting: Array<() => void> = []
      held = waiting
      const asked = performance.now()
      const fromBefore = () => requestsUnderWay() - waiting.length
      for (let busyAt = asked, seen = accepted, left = fromBefore(); ;) {
        await pause(1)
        const began = performance.now()
        await turn()
        const now = performance.now()
        if (accepted !== seen || fromBefore() !== left) busyAt = now
        seen = accepted
        left = fromBefore()
        const isQuiet = now - busyAt > QUIET_MS || now - asked > QUIET_WITHIN_MS
        if ((isQuiet && now - began < SHORT_TURN_MS) || now - asked > FINISH_WITHIN_MS) break
      }
      let isClosed = false
      // Do not use http's own `close`: it closes idle connections at once and loses requests in transit.
      net.Server.prototype.close.call(server, () => {
        isClosed = true
      })
      held = null
      for (const answer of waiting) answer()
      for (;;) {
        if (isClosed || performance.now() - asked > FINISH_WITHIN_MS) break
        for (const [socket, connection] of connections)
          if (connection.underWay.size === 0 && ++connection.idleLooks > IDLE_LOOKS) socket.destroy()
        await pause(LOOK_EVERY_MS)
      }
      const brokenOff = requestsUnderWay()
      for (const socket of connections.keys()) socket.destroy()
      return brokenOff
    },
  }
}
