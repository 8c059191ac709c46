import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { withStartedAnswers } from './started-answers.ts'

const ask = withStartedAnswers(fetch, () => false)

/** Returns the server's origin, and its response once there is a request. */
async function createSlowServer() {
  const asked = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => asked.resolve(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: asked.promise }
}

test('reads a page response to the end once it has started, even after navigation', async () => {
  const { origin, asked } = await createSlowServer()
  const leaving = new AbortController()
  const answer = ask(new URL('/wishlist.data', origin), { signal: leaving.signal })
  const response = await asked
  response.write('[1')
  const { body } = await answer
  leaving.abort()
  response.end(',2]')
  expect(await new Response(body).text()).toBe('[1,2]')
})

test('aborts a page request that has no response yet', async () => {
  const { origin, asked } = await createSlowServer()
  const leaving = new AbortController()
  const answer = ask(new URL('/wishlist.data', origin), { signal: leaving.signal })
  await asked
  leaving.abort()
  await expect(answer).rejects.toThrow('aborted')
  await expect(ask(new URL('/wishlist.data', origin), { signal: leaving.signal })).rejects.toThrow('aborted')
})

test('aborts the response of any other URL, even once it has started', async () => {
  const { origin, asked } = await createSlowServer()
  const leaving = new AbortController()
  const answer = ask(new URL('/partners/platform', origin), { signal: leaving.signal })
  const response = await asked
  response.write('{')
  const { body } = await answer
  leaving.abort()
  await expect(new Response(body).text()).rejects.toThrow('aborted')
})

test('withholds data that the page must ignore, but not the result of its form', async () => {
  const { origin, asked } = await createSlowServer()
  const leaving = new AbortController()
  const isSeen = Promise.withResolvers<void>()
  const careful = withStartedAnswers(fetch, () => {
    isSeen.resolve()
    return true
  })
  const answer = careful(new URL('/wishlist.data', origin), { signal: leaving.signal })
  ;(await asked).end('[]')
  await isSeen.promise
  leaving.abort()
  await expect(answer).rejects.toThrow('aborted')

  const form = await createSlowServer()
  const result = careful(new URL('/wishlist.data', form.origin), {
    method: 'POST',
    signal: new AbortController().signal,
  })
  ;(await form.asked).end('[]')
  expect(await (await result).text()).toBe('[]')
})
