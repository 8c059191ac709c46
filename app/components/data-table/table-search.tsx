import { Form } from '@remix-run/react'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { AddressInput } from '#app/components/address-input.tsx'

interface TableSearchProps {
  /** The URL of the table's page. */
  action: string
  /** The form's accessible name. */
  label?: string
  /** The other parameters of the URL, which the form keeps. */
  kept: Record<string, string | undefined>
  field: { name: string; label: string; value: string }
  /** The field's width on wide screens, beside the other controls. */
  width?: string
  /** Further filters. */
  children?: ReactNode
}

/** Searches rows by text, together with any filters next to it. Works without JavaScript. */
export function TableSearch({ action, label, kept, field, width = 'sm:w-80', children }: TableSearchProps) {
  return (
    <Form
      method="get"
      action={action}
      role="search"
      aria-label={label}
      className="flex w-full flex-wrap gap-2 sm:w-auto"
    >
      {Object.entries(kept).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      <span className={`relative grow ${width}`}>
        <AddressInput
          name={field.name}
          defaultValue={field.value}
          aria-label={field.label}
          placeholder={field.label}
          className="field w-full pr-12"
        />
        <button type="submit" aria-label="Find" className="icon-button absolute top-0 right-0">
          <Search aria-hidden size={18} />
        </button>
      </span>
    </Form>
  )
}

interface TableFilterProps {
  name: string
  label: string
  /** The option labels by value. */
  names: Readonly<Record<string, string>>
  chosen: string | undefined
  /** The label of the empty option. */
  any?: string
}

/** A filter in a TableSearch. Applies at once; without JavaScript, when the form is submitted. */
export function TableFilter({ name, label, names, chosen = '', any = `${label}: any` }: TableFilterProps) {
  return (
    <select
      // Remounts the select when the URL changes.
      key={chosen}
      name={name}
      aria-label={label}
      defaultValue={chosen}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
      className="field max-w-full min-w-0 text-sm text-ellipsis"
    >
      <option value="">{any}</option>
      {Object.entries(names).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** A date (UTC) in a TableSearch. */
export const TableDay = ({ name, label, value }: { name: string; label: string; value: string | undefined }) => (
  <label className="flex items-center gap-2 text-sm text-muted">
    {label}
    <input key={value} type="date" name={name} defaultValue={value} className="field" />
  </label>
)
