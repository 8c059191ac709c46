import type http from 'node:http'
import net from 'node:net'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'

/** For what is under way. */
const FINISH_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 25
/**
 * A connection on which nothing is asked for so many looks in a row, about a second, ends: a request that was on its way on it would be lost. Looks,
 * not milliseconds: after a second in which the process did not get to run, everything looks idle and its requests lie unread.
 */
const IDLE_LOOKS = 40
/** So many turns of the event loop in a row bring no new connection (the first may be over before it has looked), or that takes too long. */
const QUIET_TURNS = 3
const QUIET_WITHIN_MS = 1_000

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

export interface Stoppable {
  /** Has `answer` answer what is asked for. */
  answerWith: (answer: Answer) => void
  isStopping: () => boolean
  /**
   * Takes no new connections, answers every request that comes on those that there are and says that each is the last, and resolves once all
   * are closed. After ten seconds what is still under way is broken off.
   * @returns how many requests were.
   */
  stop: () => Promise<number>
}

/** Follows what a server answers from now on, so that it can be stopped without breaking anything off. */
export function stoppable(server: http.Server): Stoppable {
  let isStopping = false
  /** Of each connection, what is being answered on it, and how often nothing was. */
  const connections = new Map<net.Socket, { underWay: Set<http.ServerResponse>; idleLooks: number }>()
  let accepted = 0
  /** What is asked for while connections are taken in; null: it is answered at once. */
  let held: Array<() => void> | null = null
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
    answerWith: (answer) => server.on('request', (request, response) => {
      begin(request, response)
      if (held) held.push(() => answer(request, response))
      else answer(request, response)
    }),
    isStopping: () => isStopping,
    stop: async () => {
      isStopping = true
      for (const { underWay } of connections.values()) underWay.forEach(asLast)
      // What the kernel has accepted for us already would be reset: turns of the loop take it in. Nothing is answered meanwhile, for whoever
      // is answered connects anew, and there would be no end.
      const waiting: Array<() => void> = []
      held = waiting
      const asked = performance.now()
      for (let quiet = 0, before = accepted; quiet < QUIET_TURNS && performance.now() - asked < QUIET_WITHIN_MS;) {
        await turn()
        quiet = accepted === before ? quiet + 1 : 0
        before = accepted
      }
      let isClosed = false
      // Not http's own `close`, which ends idle connections at once, with whatever is on its way on them.
      net.Server.prototype.close.call(server, () => { isClosed = true })
      held = null
      for (const answer of waiting) answer()
      const started = performance.now()
      for (;;) {
        if (isClosed || performance.now() - started > FINISH_WITHIN_MS) break
        for (const [socket, connection] of connections) if (connection.underWay.size === 0 && ++connection.idleLooks > IDLE_LOOKS) socket.destroy()
        await pause(LOOK_EVERY_MS)
      }
      const brokenOff = [...connections.values()].reduce((sum, { underWay }) => sum + underWay.size, 0)
      for (const socket of connections.keys()) socket.destroy()
      return brokenOff
    },
  }
}
