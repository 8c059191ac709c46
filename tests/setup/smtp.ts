import { once } from 'node:events'
import type net from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

interface ReceivedMail extends Email {
  /** The envelope's addresses, which decide the recipients. */
  envelope: { from: string; to: string[] }
}

export interface TestSmtp {
  /** For SMTP_URL. */
  url: string
  port: number
  /** All accepted emails, oldest first, even those without a response. */
  mails: ReceivedMail[]
  /** The number of connections so far. */
  connections: () => number
  /** Accepts emails again. */
  accept: () => void
  /** Refuses every recipient (or every email) with this code. */
  refuse: (code: number, at?: 'recipient' | 'mail') => void
  /** Stops responding: sends no greeting, or accepts emails without a response. */
  hang: (at?: 'greeting' | 'mail') => void
  /** Drops connections in the middle of an email. */
  drop: () => void
  stop: () => Promise<void>
}

type Mood =
  | { does: 'accept' | 'drop' }
  | { does: 'refuse'; code: number; at: 'recipient' | 'mail' }
  | { does: 'hang'; at: 'greeting' | 'mail' }

/**
 * Starts a real mail server on the loopback interface.
 * @param options.password the required password; the error repeats a wrong one, as some servers do
 */
export async function startSmtp({ port = 0, password }: { port?: number; password?: string } = {}): Promise<TestSmtp> {
  let mood: Mood = { does: 'accept' }
  const mails: ReceivedMail[] = []
  const sockets = new Set<net.Socket>()
  let connections = 0
  const server = new SMTPServer({
    logger: false,
    hideSTARTTLS: true,
    disabledCommands: password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect: (_session, done) => {
      if (mood.does !== 'hang' || mood.at !== 'greeting') done()
    },
    onAuth: (given, _session, done) => {
      if (given.password === password) done(null, { user: given.username })
      else done(refusal(535, `wrong credentials ${given.username}:${given.password}`))
    },
    onRcptTo: (_address, _session, done) =>
      done(mood.does === 'refuse' && mood.at === 'recipient' ? refusal(mood.code, 'not this address') : null),
    onData: (stream, session, done) => {
      const now = mood
      if (now.does === 'drop') return sockets.forEach((socket) => socket.destroy())
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (now.does === 'refuse') return done(refusal(now.code, 'not this mail'))
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push({ ...mail, envelope: envelopeOf(session) })
          if (now.does !== 'hang') done()
        })
      })
    },
  })
  // Ignores clients that give up.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: net.Socket) => {
    connections++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as net.AddressInfo

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    connections: () => connections,
    accept: () => {
      mood = { does: 'accept' }
    },
    refuse: (code, at = 'recipient') => {
      mood = { does: 'refuse', code, at }
    },
    hang: (at = 'greeting') => {
      mood = { does: 'hang', at }
    },
    drop: () => {
      mood = { does: 'drop' }
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function envelopeOf({ envelope }: SMTPServerSession): ReceivedMail['envelope'] {
  return { from: envelope.mailFrom ? envelope.mailFrom.address : '', to: envelope.rcptTo.map(({ address }) => address) }
}
