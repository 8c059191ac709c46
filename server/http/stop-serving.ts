import type http from 'node:http'
import net from 'node:net'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'

/** For what is under way. */
const FINISH_WITHIN_MS = 10_000
/** A connection on which nothing is asked for: the next request may be on its way, and would be lost. */
const IDLE_MS = 1_000
const LOOK_EVERY_MS = 25
/** Of the event loop, at most, until some in a row bring no new connection. The first may be over before it has looked. */
const TURNS = 200
const QUIET_TURNS = 3

export interface Stoppable {
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
  /** Of each connection, what is being answered on it. */
  const connections = new Map<net.Socket, Set<http.ServerResponse>>()
  let accepted = 0
  const asLast = (response: http.ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.on('connection', (socket) => {
    accepted++
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    const underWay = connections.get(socket)
    underWay?.add(response)
    response.once('close', () => underWay?.delete(response))
    if (isStopping) asLast(response)
  })
  return {
    isStopping: () => isStopping,
    stop: async () => {
      isStopping = true
      for (const underWay of connections.values()) underWay.forEach(asLast)
      // What the kernel has accepted for us already would be reset: turns of the loop take it in.
      for (let turns = 0, quiet = 0, before = accepted; turns < TURNS && quiet < QUIET_TURNS; turns++) {
        await turn()
        quiet = accepted === before ? quiet + 1 : 0
        before = accepted
      }
      let isClosed = false
      // Not http's own `close`, which ends idle connections at once, with whatever is on its way on them.
      net.Server.prototype.close.call(server, () => { isClosed = true })
      const started = performance.now()
      for (;;) {
        const waited = performance.now() - started
        if (isClosed || waited > FINISH_WITHIN_MS) break
        if (waited > IDLE_MS) for (const [socket, underWay] of connections) if (underWay.size === 0) socket.destroy()
        await pause(LOOK_EVERY_MS)
      }
      const brokenOff = [...connections.values()].reduce((sum, { size }) => sum + size, 0)
      for (const socket of connections.keys()) socket.destroy()
      return brokenOff
    },
  }
}
