import { useSearchParams } from '@remix-run/react'

const NAMES = ['colour', 'size', 'picture', 'tab']
const MAX_LENGTH = 100

/** What the address chooses of a product: every link of its page repeats it, so that nothing else and nothing longer is taken along. */
export function useChoice(): URLSearchParams {
  const [params] = useSearchParams()
  return new URLSearchParams(NAMES.flatMap((name) => {
    const value = params.get(name)
    return value !== null && value.length <= MAX_LENGTH ? [[name, value]] : []
  }))
}
