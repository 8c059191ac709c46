import { Form, Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { loader } from '../routes/discover'
import { groupSizes } from '../sizes'

const GENDERS: Partial<Record<string, string>> = {
  women: 'Women',
  men: 'Men',
  unisex: 'Unisex',
  girls: 'Girls',
  boys: 'Boys',
  kids: 'Kids',
}
const PRICES = [
  ['Under £50', 'priceMax=50'],
  ['£50-£100', 'priceMin=50&priceMax=100'],
  ['£100-£200', 'priceMin=100&priceMax=200'],
  ['£200+', 'priceMin=200'],
] as const

export function Filters() {
  const { categories, brands, sizes, colours, materials, genders, prices, offers } = useLoaderData<typeof loader>()
  return (
    <Form id="filters" action="/discover" aria-label="Filters">
      <input type="hidden" name="all" value="true" />
      <Facet title="Category">
        <Ticks name="categories" options={categories} />
      </Facet>
      <Facet title="Brand">
        <Ticks name="brands" options={brands} />
      </Facet>
      <Facet title="Size">
        <Link to="/in-my-size">Only my size</Link>
        {groupSizes(sizes).map(({ heading, options }) => (
          <div key={heading} role="group" aria-label={heading}>
            <p>{heading}</p>
            <Ticks name="sizes" options={options} />
          </div>
        ))}
      </Facet>
      <Facet title="Colour">
        <Link to="/picture-search">Search by colour or picture</Link>
        <Ticks name="colours" options={colours} />
      </Facet>
      <Facet title="Material">
        <Ticks
          name="materials"
          options={materials.map((material) => ({ ...material, label: titled(material.value) }))}
        />
      </Facet>
      <Facet title="Gender">
        <Ticks
          name="genders"
          options={genders.map((gender) => ({ ...gender, label: GENDERS[gender.value] ?? gender.value }))}
        />
      </Facet>
      <Facet title="Price">
        <input type="range" min={0} max={500} step={5} defaultValue={0} aria-label="Price from" />
        <input type="range" min={0} max={500} step={5} defaultValue={500} aria-label="Price to" />
        <input type="number" name="priceMin" min={0} placeholder="0" aria-label="Lowest price in pounds" />
        <input type="number" name="priceMax" min={0} placeholder="500+" aria-label="Highest price in pounds" />
        <ul>
          {PRICES.map(([label, search], place) => (
            <li key={label}>
              <Link to={`/discover?all=true&${search}`}>
                {label} <small>{prices[place]}</small>
              </Link>
            </li>
          ))}
        </ul>
      </Facet>
      <Facet title="Offers and stock">
        <Ticks name="onSale" options={[{ value: 'true', label: 'On sale', count: offers.onSale }]} />
        <Ticks name="inStock" options={[{ value: 'true', label: 'In stock only', count: offers.inStock }]} />
      </Facet>
      <Link to="/discover?all=true">Clear all</Link>
      <button type="submit">Apply</button>
    </Form>
  )
}

const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function Facet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details open>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

interface Option {
  value: string
  label: string
  count: number
  hex?: string
}

function Ticks({ name, options }: { name: string; options: Option[] }) {
  return (
    <ul>
      {options.map(({ value, label, count, hex }) => (
        <li key={value}>
          <label style={hex ? { borderColor: hex } : undefined}>
            <input type="checkbox" name={name} value={value} />
            {label}
            <small>{count}</small>
          </label>
        </li>
      ))}
    </ul>
  )
}
