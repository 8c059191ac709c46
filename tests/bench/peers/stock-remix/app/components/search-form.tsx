import { Form } from '@remix-run/react'
import { useId } from 'react'

export function SearchForm() {
  const id = useId()
  return (
    <Form action="/discover" role="search">
      <label htmlFor={id}>Search products and brands</label>
      <input id={id} type="search" name="q" placeholder="Search products and brands" maxLength={2000} />
      <label title='Write a sentence, such as "black linen dress under £80, size 12, not zara"'>
        <input type="checkbox" name="mode" value="intelligent" />
        <span>Normal</span>
        <span>Intelligent</span>
      </label>
      <button type="submit">Search</button>
    </Form>
  )
}
