import { log } from '#server/platform/log.ts'

/** A long text as the body of an answer: a batch at a time, as the reader takes them. */
export function sentAsWritten(text: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await text.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        log.error({ err: error }, 'an export broke off')
        controller.error(error)
      }
    },
    cancel: async () => {
      await text.return(undefined)
    },
  })
}
