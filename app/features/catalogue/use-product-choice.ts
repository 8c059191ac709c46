import { useSearchParams } from '@remix-run/react'
import { PRODUCT_PARAMETERS } from '#server/site/addresses.values.ts'

const MAX_LENGTH = 100

/**
 * Returns the choices in a product's URL. Every link of its page repeats them, so unknown and overlong parameters are
 * dropped.
 */
export function useChoice(): URLSearchParams {
  const [params] = useSearchParams()
  return new URLSearchParams(
    PRODUCT_PARAMETERS.flatMap((name) => {
      const value = params.get(name)
      return value !== null && value.length <= MAX_LENGTH ? [[name, value]] : []
    }),
  )
}
