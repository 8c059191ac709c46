import { useRef, type InputHTMLAttributes } from 'react'
import { useAddressText } from '#app/lib/use-address-text.ts'

/** The search field of a GET form. Its text follows the URL. */
export function AddressInput({
  defaultValue,
  ...props
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { name: string; defaultValue: string }) {
  const field = useRef<HTMLInputElement>(null)
  useAddressText(field, defaultValue)
  return <input ref={field} type="search" defaultValue={defaultValue} {...props} />
}
