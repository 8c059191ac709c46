import { Form } from '@remix-run/react'
import { Search } from 'lucide-react'

interface SearchFormProps {
  label: string
  defaultValue: string
  /** Where it leads; the page itself when left out. */
  action?: string
  /** Parameters that a new search keeps. */
  kept?: Array<[string, string]>
}

export function SearchForm({ label, defaultValue, action, kept = [] }: SearchFormProps) {
  return (
    <Form method="get" action={action} role="search" className="w-full max-w-xl">
      {kept.map(([name, value], index) => <input key={`${name}${index}`} type="hidden" name={name} value={value} />)}
      <label className="field flex items-center gap-3 pr-1 focus-within:border-accent">
        <Search aria-hidden size={18} className="shrink-0 text-muted" />
        <span className="sr-only">{label}</span>
        <input key={defaultValue} id="search" type="search" name="q" defaultValue={defaultValue} placeholder={label} maxLength={200} className="min-w-0 grow bg-transparent py-2.5 outline-none" />
        <button type="submit" className="button button-quiet px-4 text-sm">Search</button>
      </label>
    </Form>
  )
}
