import { useRef, useState, type ReactNode } from 'react'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import { GENDERS, MAX_DESCRIPTION, STATUSES } from '#server/products/product-form.schema.ts'
import type { EditorForm, FormChoices } from './editor-form.ts'
import { Choice, TextArea, TextInput } from './editor-field.tsx'
import { StoreValue, useIsLocked } from './managed-field.tsx'
import { storeValues, type StoreFields } from './store-values.ts'

const STATUS_NAMES = {
  draft: 'Draft: only your team can see it',
  active: 'Active: visible to shoppers',
  archived: 'Archived: hidden from shoppers',
}
const GENDER_NAMES = {
  '': 'Not specified',
  women: 'Women',
  men: 'Men',
  unisex: 'Unisex',
  girls: 'Girls',
  boys: 'Boys',
  kids: 'Kids',
}

interface FieldsProps {
  form: EditorForm
  change: (part: Partial<EditorForm>) => void
  choices: FormChoices
  isNew: boolean
  /** The fields of the product that partners may override; null for a new one. */
  ofStore: StoreFields | null
}

/** The product's general details. */
export function GeneralFields({ form, change, choices, isNew, ofStore }: FieldsProps) {
  const store = storeValues(ofStore, form)
  const categoryName = choices.categories.find(({ id }) => id === store.categoryId.value)?.name ?? 'none'
  return (
    <div className="grid gap-5">
      <TextInput
        field="name"
        label="Name"
        value={form.name}
        onChange={(name) => change({ name })}
        maxLength={MAX_PRODUCT.name}
        required
      />
      <Description value={form.description} onChange={(description) => change({ description })} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Choice
          field="status"
          label="Status"
          value={form.status}
          onChange={(status) => change({ status: STATUSES.find((each) => each === status) ?? 'draft' })}
        >
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATUS_NAMES[status]}
            </option>
          ))}
        </Choice>
        <Choice
          field="categoryId"
          label="Category"
          help={
            <>
              Shoppers find it here and in the parent categories.
              <StoreValue
                shown={categoryName}
                isOverridden={store.categoryId.isOverridden}
                takeStoreValue={() => change({ categoryId: store.categoryId.value })}
              />
            </>
          }
          value={form.categoryId ?? ''}
          onChange={(id) => change({ categoryId: id || null })}
        >
          <option value="">None</option>
          {asTree(choices.categories).map(({ id, name, depth }) => (
            <option key={id} value={id}>
              {'\u00a0\u00a0\u00a0'.repeat(depth)}
              {name}
            </option>
          ))}
        </Choice>
        <TextInput
          field="brand"
          label="Brand"
          list="brands"
          help={`Leave empty for ${choices.businessName}.`}
          value={form.brand}
          onChange={(brand) => change({ brand })}
          maxLength={MAX_PRODUCT.name}
        />
        <datalist id="brands">
          {choices.brands.map((brand) => (
            <option key={brand} value={brand} />
          ))}
        </datalist>
        <Choice
          field="gender"
          label="Gender"
          help={
            <StoreValue
              shown={GENDER_NAMES[store.gender.value]}
              isOverridden={store.gender.isOverridden}
              takeStoreValue={() => change({ gender: store.gender.value })}
            />
          }
          value={form.gender}
          onChange={(gender) => change({ gender: GENDERS.find((each) => each === gender) ?? '' })}
        >
          {GENDERS.map((gender) => (
            <option key={gender} value={gender}>
              {GENDER_NAMES[gender]}
            </option>
          ))}
        </Choice>
        <TextInput
          field="material"
          label="Material"
          placeholder="80% wool, 20% cashmere"
          value={form.material}
          onChange={(material) => change({ material })}
          maxLength={MAX_PRODUCT.name}
        />
        <Tags
          value={form.tags}
          onChange={(tags) => change({ tags })}
          note={
            <StoreValue
              shown={store.tags.value.join(', ') || 'none'}
              isOverridden={store.tags.isOverridden}
              takeStoreValue={() => change({ tags: store.tags.value })}
            />
          }
        />
      </div>
      <TextInput
        field="productUrl"
        label="Product page in your store"
        type="url"
        inputMode="url"
        placeholder={choices.hosts[0] ? `https://${choices.hosts[0]}/products/...` : 'https://'}
        help={
          choices.hosts.length
            ? `Where shoppers buy it. The URL must be on ${choices.hosts.join(' or ')}.`
            : 'Where shoppers buy it. First add your website under Connect Store.'
        }
        value={form.productUrl}
        onChange={(productUrl) => change({ productUrl })}
        maxLength={MAX_PRODUCT.url}
      />
      <TextInput
        field="handle"
        label="Handle"
        placeholder={isNew ? 'Created from the name' : undefined}
        help={
          isNew
            ? 'Identifies the product in imports and in your connected store.'
            : 'Identifies the product in imports and in your connected store. If you change it, the next import may add the product again.'
        }
        value={form.handle}
        onChange={(handle) => change({ handle })}
        maxLength={MAX_PRODUCT.handle}
        spellCheck={false}
      />
    </div>
  )
}

const ADDS = [
  { name: 'Bold', before: '<strong>', after: '</strong>' },
  { name: 'List', before: '<ul>\n<li>', after: '</li>\n</ul>' },
] as const

function Description({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const ref = useRef<HTMLDivElement>(null)
  const isLocked = useIsLocked('description')
  const wrap = ({ before, after }: (typeof ADDS)[number]) => {
    const area = ref.current?.querySelector('textarea')
    if (!area) return
    const { selectionStart: from, selectionEnd: to } = area
    const inside = value.slice(from, to)
    const chosen = after.includes('</ul>') ? inside.split('\n').join('</li>\n<li>') : inside
    onChange(asMarkup(value.slice(0, from)) + before + chosen + after + asMarkup(value.slice(to)))
    area.focus()
  }
  return (
    <div ref={ref}>
      <TextArea
        field="description"
        label="Description"
        value={value}
        onChange={onChange}
        maxLength={MAX_DESCRIPTION}
        help="Plain text with empty lines between paragraphs, or simple HTML: <p>, <strong>, <ul>, <li>. We remove scripts, styles, links and images."
        aside={
          <span className="flex gap-1" hidden={isLocked}>
            {ADDS.map((add) => (
              <button
                key={add.name}
                type="button"
                onClick={() => wrap(add)}
                className="min-h-8 rounded-md px-2 text-xs text-muted hover:bg-raised hover:text-text"
              >
                {add.name}
              </button>
            ))}
          </span>
        }
      />
    </div>
  )
}

/** Converts the empty lines of plain text to tags, because HTML ignores them. */
const asMarkup = (text: string) => (/<[a-z]/i.test(text) ? text : text.replace(/\n{2,}/g, '<br><br>\n'))

function Tags({ value, onChange, note }: { value: string[]; onChange: (tags: string[]) => void; note: ReactNode }) {
  const [typed, setTyped] = useState(value.join(', '))
  const read = (text: string) =>
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
  // A value from elsewhere, such as another person's change, replaces the typed text.
  const shown = JSON.stringify(read(typed)) === JSON.stringify(value) ? typed : value.join(', ')
  return (
    <TextInput
      field="tags"
      label="Tags"
      placeholder="linen, summer"
      help={<>Separate tags with commas.{note}</>}
      value={shown}
      onChange={(text) => {
        setTyped(text)
        onChange(read(text))
      }}
    />
  )
}

/** Returns the categories in tree order, each below its parent. */
function asTree(categories: FormChoices['categories']) {
  const lines: Array<FormChoices['categories'][number] & { depth: number }> = []
  const visit = (parentId: string | null, depth: number) => {
    for (const category of categories)
      if (category.parentId === parentId) {
        lines.push({ ...category, depth })
        // Deeper than any shop's tree. Guards against cyclic parents.
        if (depth < 6) visit(category.id, depth + 1)
      }
  }
  visit(null, 0)
  return lines
}
