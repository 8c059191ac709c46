import net from 'node:net'

export interface ConnectionRecord {
  /** 'address port' of every connection that this process has started to open. */
  attempts: string[]
  stop: () => void
}

/** Watches every socket of this process, TLS and failed attempts included. */
export function recordConnections(): ConnectionRecord {
  const attempts: string[] = []
  const connect = net.Socket.prototype.connect
  net.Socket.prototype.connect = function (this: net.Socket, ...given: unknown[]) {
    this.on('connectionAttempt', (address: string, port: number) => attempts.push(`${address} ${port}`))
    return (connect as (...given: unknown[]) => net.Socket).apply(this, given)
  } as typeof connect
  return { attempts, stop: () => (net.Socket.prototype.connect = connect) }
}
