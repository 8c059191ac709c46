import { afterEach } from 'vitest'

// A response whose body nobody reads stays paused. If the server then closes the connection, Node's fetch throws
// outside of every test (assert(!this.paused) in undici). So each test ends by cancelling the bodies that it has not
// read.
const WRAPPED = Symbol.for('wtf.fetch')
const unconsumed: Response[] = []

if (!(WRAPPED in globalThis.fetch)) {
  const { fetch } = globalThis
  const remembering: typeof fetch = async (...given) => {
    const response = await fetch(...given)
    unconsumed.push(response)
    return response
  }
  globalThis.fetch = Object.assign(remembering, { [WRAPPED]: unconsumed })
}

afterEach(async () => {
  // A test that starts the shop in its own process may have replaced fetch.
  const responses = Reflect.get(globalThis.fetch, WRAPPED) as Response[] | undefined
  for (const { body } of responses?.splice(0) ?? [])
    if (body && !body.locked) await body.cancel().catch(() => undefined)
})
