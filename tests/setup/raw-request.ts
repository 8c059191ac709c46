import net from 'node:net'

export interface RawAnswer {
  status: number
  headers: string
  body: string
  /** Whether the server closed the connection. */
  isClosed: boolean
}

/**
 * Sends raw bytes. Reads the response until the server closes the connection or, if the response has a length, until it
 * is complete.
 * @param later sent after the server's first bytes, such as `100 Continue`
 */
export function rawRequest(port: number, bytes: string, later = ''): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    let text = ''
    const finish = (isClosed: boolean) => {
      socket.destroy()
      const answer = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
      const [headers = '', ...rest] = answer.split('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1] ?? 0),
        headers,
        body: rest.join('\r\n\r\n'),
        isClosed,
      })
    }
    socket.on('error', (error) => (text ? finish(true) : reject(error)))
    socket.on('close', () => finish(true))
    socket.on('data', (data) => {
      if (text === '' && later) socket.write(later)
      text += data.toString('latin1')
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      const begin = text.indexOf('\r\n\r\n', text.startsWith('HTTP/1.1 100') ? 25 : 0)
      if (
        length !== undefined &&
        begin > 0 &&
        text.length >= begin + 4 + Number(length) &&
        !/\r\nconnection: close/i.test(text)
      )
        finish(false)
    })
    socket.write(bytes)
  })
}
