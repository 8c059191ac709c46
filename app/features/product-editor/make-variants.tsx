import { useState } from 'react'
import { formatCount } from '#app/lib/format.ts'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import { addCombinations, parseList, type EditorForm } from './editor-form.ts'
import { input, useEditorField } from './editor-field.tsx'

/** Creates rows for all combinations of sizes, colours and one further option. */
export function MakeVariants({ form, change }: { form: EditorForm; change: (part: Partial<EditorForm>) => void }) {
  const [sizes, setSizes] = useState('')
  const [colours, setColours] = useState('')
  const [values, setValues] = useState('')
  const [said, setSaid] = useState('')
  const [option] = form.optionNames
  const make = () => {
    const { rows, added, left } = addCombinations(form.variants, {
      sizes: parseList(sizes),
      colours: parseList(colours),
      values: option === undefined ? [] : parseList(values),
    })
    change({ variants: rows })
    const created = `${formatCount(added)} ${added === 1 ? 'variant' : 'variants'} created.`
    setSaid(
      left
        ? `${created} ${formatCount(left)} left out: a product can have up to ${formatCount(MAX_PRODUCT.variants)} variants.`
        : added
          ? created
          : 'All of these variants already exist.',
    )
  }
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-10 cursor-pointer items-center px-3 text-sm font-medium">
        Create variants from sizes and colours
      </summary>
      <div className="grid gap-3 border-t border-line p-3 sm:grid-cols-2">
        <ListField label="Sizes" placeholder="S, M, L" value={sizes} onChange={setSizes} />
        <ListField label="Colours" placeholder="Sage, Ink" value={colours} onChange={setColours} />
        {form.optionNames.map((name, index) => (
          <OptionName
            key={index}
            index={index}
            name={name}
            rename={(next) => change({ optionNames: form.optionNames.map((each, at) => (at === index ? next : each)) })}
            remove={() =>
              change({
                optionNames: form.optionNames.filter((_, at) => at !== index),
                variants: form.variants.map((row) => ({
                  ...row,
                  options: row.options.filter((_, at) => at !== index),
                })),
              })
            }
          />
        ))}
        {option === undefined ? (
          <button
            type="button"
            className="link min-h-10 justify-self-start text-sm"
            onClick={() => change({ optionNames: ['Length'] })}
          >
            Add another option, such as length
          </button>
        ) : (
          <ListField
            label={`${option || 'Option'} values`}
            placeholder="Petite, Regular"
            value={values}
            onChange={setValues}
          />
        )}
        <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
          <button type="button" onClick={make} className="button button-quiet min-h-10 text-sm">
            Create variants
          </button>
          <p role="status" className="text-sm text-muted">
            {said}
          </p>
        </div>
      </div>
    </details>
  )
}

function ListField({
  label,
  value,
  placeholder,
  onChange,
}: {
  label: string
  value: string
  placeholder: string
  onChange: (text: string) => void
}) {
  return (
    <label className="block text-sm">
      <span className="mb-1 block font-medium">{label}</span>
      <input
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className={`${input} border-line`}
      />
    </label>
  )
}

function OptionName({
  index,
  name,
  rename,
  remove,
}: {
  index: number
  name: string
  rename: (name: string) => void
  remove: () => void
}) {
  const { control, notes, look } = useEditorField(`optionNames.${index}`)
  return (
    <div className="text-sm">
      <div className="mb-1 flex justify-between gap-4">
        <label htmlFor={control.id} className="font-medium">
          Option name
        </label>
        <button type="button" className="link text-xs text-muted" onClick={remove}>
          Remove {name || 'this option'}
        </button>
      </div>
      <input
        {...control}
        value={name}
        maxLength={MAX_PRODUCT.label}
        autoComplete="off"
        onChange={(event) => rename(event.target.value)}
        className={look}
      />
      {notes}
    </div>
  )
}
