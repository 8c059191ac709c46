import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchWebsite, type PlatformAnswer, type PlatformHint } from './platform-detection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SHOPIFY: PlatformAnswer = { result: { platform: 'Shopify', confidence: 95, indicators: [] } }

/** Creates a fake input field. The test decides when the server responds. */
function openField() {
  const asked: Array<{ domain: string; signal: AbortSignal; answer: (answer: PlatformAnswer) => Promise<void> }> = []
  const shown: Array<PlatformHint | null> = []
  const watch = watchWebsite(
    (hint) => shown.push(hint),
    (domain, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<PlatformAnswer>()
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      asked.push({
        domain,
        signal,
        answer: async (answer) => {
          resolve(answer)
          await vi.advanceTimersByTimeAsync(0)
        },
      })
      return promise
    },
  )
  return {
    asked,
    watch,
    domains: () => asked.map(({ domain }) => domain),
    text: () => shown.at(-1)?.text ?? null,
    tone: () => shown.at(-1)?.tone,
    type: async (typed: string, thenMs = 0) => {
      watch.read(typed)
      await vi.advanceTimersByTimeAsync(thenMs)
    },
  }
}

test('sends a request half a second after the last key press, and shows progress', async () => {
  const field = openField()
  await field.type('velvet.exam', 499)
  await field.type('velvet.example', 499)
  expect([field.domains(), field.text()]).toEqual([[], null])
  await vi.advanceTimersByTimeAsync(1)
  expect([field.domains(), field.text()]).toEqual([['velvet.example'], 'Detecting platform...'])
  await field.asked[0]!.answer(SHOPIFY)
  expect([field.text(), field.tone()]).toEqual(['Shopify detected (95% confidence)', 'answer'])
})

test.each([
  [{ result: { platform: 'Wix', confidence: 80, indicators: [] } }, 'Wix detected (80% confidence)'],
  [
    { result: { platform: 'Multiple Platforms', confidence: 95, indicators: [] } },
    'Multiple Platforms detected (95% confidence)',
  ],
  [{ result: { platform: 'Unknown', confidence: 0, indicators: [] } }, 'No supported platform detected'],
  [
    { code: 'BLOCKED', message: 'Website blocked access. Please try again later.' },
    'Website blocked access. Please try again later.',
  ],
] satisfies Array<[PlatformAnswer, string]>)('shows the result of %j: %j', async (answer, text) => {
  const field = openField()
  await field.type('velvet.example', 500)
  await field.asked[0]!.answer(answer)
  expect(field.text()).toBe(text)
})

test('discards a late response for earlier text', async () => {
  const field = openField()
  await field.type('first.example', 500)
  await field.type('second.example')
  expect([field.text(), field.asked[0]!.signal.aborted]).toEqual([null, true])
  await field.asked[0]!.answer(SHOPIFY)
  expect(field.text()).toBeNull()
  await vi.advanceTimersByTimeAsync(500)
  await field.asked[0]!.answer(SHOPIFY)
  expect(field.text()).toBe('Detecting platform...')
  await field.asked[1]!.answer({ result: { platform: 'Wix', confidence: 90, indicators: [] } })
  expect(field.text()).toBe('Wix detected (90% confidence)')
  await field.type('third.example')
  expect(field.text()).toBeNull()
})

test('does not repeat the request when only the path changes', async () => {
  const field = openField()
  await field.type('velvet.example', 500)
  await field.type('https://velvet.example/', 500)
  await field.asked[0]!.answer(SHOPIFY)
  await field.type('https://www.velvet.example/shop', 500)
  expect([field.domains(), field.text()]).toEqual([['velvet.example'], 'Shopify detected (95% confidence)'])
})

test('reports an invalid URL without a request, and ignores an empty field', async () => {
  const field = openField()
  await field.type('velvet', 500)
  expect([field.text(), field.tone()]).toEqual(['Please enter a valid domain (e.g., yourstore.com).', 'error'])
  await field.type('', 500)
  expect(field.text()).toBeNull()
  await field.type('velvet.example', 500)
  await field.type('  ', 500)
  expect(field.text()).toBeNull()
  await field.asked[0]!.answer(SHOPIFY)
  expect([field.domains(), field.text()]).toEqual([['velvet.example'], null])
})

test('times out after 15 seconds, and tries again after the next key press', async () => {
  const field = openField()
  await field.type('velvet.example', 500)
  await vi.advanceTimersByTimeAsync(15_000)
  expect([field.text(), field.tone()]).toEqual(['Failed to analyze the website.', 'error'])
  await field.type('velvet.example/', 500)
  expect(field.domains()).toEqual(['velvet.example', 'velvet.example'])
})

test('does nothing once it is stopped', async () => {
  const field = openField()
  await field.type('first.example', 500)
  field.watch.stop()
  await field.asked[0]!.answer(SHOPIFY)
  expect([field.text(), field.asked[0]!.signal.aborted]).toEqual(['Detecting platform...', true])
  await field.type('second.example')
  field.watch.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(field.domains()).toEqual(['first.example'])
})
