import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import {
  countBrands,
  countCategories,
  countColours,
  countGenders,
  countMaterials,
  countOffers,
  countPrices,
  countProducts,
  countSizes,
  listProducts,
  PAGE_SIZE,
} from '../catalogue.server'
import { COLOURS } from '../colours'
import { Filters } from '../components/filters'
import { ProductCard } from '../components/product-card'
import { SearchForm } from '../components/search-form'

const SORTS = [
  ['featured', 'Featured'],
  ['newest', 'Newest'],
  ['price_asc', 'Price: Low to High'],
  ['price_desc', 'Price: High to Low'],
  ['name_asc', 'Name: A to Z'],
  ['name_desc', 'Name: Z to A'],
] as const
const PAGES_SHOWN = 5

export async function loader({ request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams
  const list = {
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    priceMax: Number(params.get('priceMax')) || null,
  }
  const [products, total, categories, brands, sizes, colours, materials, genders, prices, offers] = await Promise.all([
    listProducts(list),
    countProducts(list),
    countCategories(list),
    countBrands(list),
    countSizes(list),
    countColours(
      list,
      COLOURS.map(({ value }) => value),
    ),
    countMaterials(list),
    countGenders(list),
    countPrices(),
    countOffers(list),
  ])
  const colourCount = new Map(colours.map(({ value, count }) => [value, count]))
  return {
    page: list.page,
    pages: Math.ceil(total / PAGE_SIZE),
    products,
    total,
    categories,
    brands,
    sizes,
    colours: COLOURS.flatMap((colour) => {
      const count = colourCount.get(colour.value)
      return count === undefined ? [] : [{ ...colour, count }]
    }),
    materials,
    genders,
    prices,
    offers,
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: 'All Products | WTF' },
  { name: 'description', content: `All Products: ${data?.total ?? 0} products from independent brands.` },
]

export default function Discover() {
  const { products, total, page, pages } = useLoaderData<typeof loader>()
  return (
    <main id="content">
      <Link to="/">Back</Link>
      <h1>All Products</h1>
      <SearchForm />
      <label>
        Sort by
        <select name="sort" form="filters">
          {SORTS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Link to="/discover?all=true">Grid</Link>
      <Link to="/discover?all=true&view=list">List</Link>
      <Filters />
      <section aria-label="Products">
        <h2>Products</h2>
        <p>{total} products</p>
        {products.map((product, place) => (
          <ProductCard key={product.id} product={product} isFirst={place < 4} />
        ))}
        <nav aria-label="Pages">
          <ol>
            {Array.from({ length: Math.min(pages, PAGES_SHOWN) }, (_, place) => (
              <li key={place}>
                <Link to={`/discover?all=true&page=${place + 1}`}>{place + 1}</Link>
              </li>
            ))}
          </ol>
          <span>
            Page {page} of {pages}
          </span>
          <Link to={`/discover?all=true&page=${page + 1}`}>Next page</Link>
        </nav>
      </section>
      <form id="wish" method="post" action="/wishlist/toggle">
        <input type="hidden" name="redirectTo" value="/discover?all=true" />
      </form>
    </main>
  )
}
