import { expect, test } from 'vitest'
import { generateProducts } from './generate-products.ts'
import { priceCourses } from './price-course.ts'
import { Random } from './random.ts'

const products = [...generateProducts({ seed: 3, count: 1_500 })]
const coursesOf = ({ variants, partnerKey, ageDays }: (typeof products)[number], index: number) =>
  priceCourses(variants, partnerKey, ageDays, new Random(index))

test('starts each price history on the listing date, and ends it at the current price', () => {
  for (const [index, product] of products.entries())
    for (const [number, course] of coursesOf(product, index).entries()) {
      const { priceMinor, originalPriceMinor } = product.variants[number]!
      expect(course[0]?.daysAgo).toBe(product.ageDays)
      expect(course.at(-1)).toMatchObject({ priceMinor, originalPriceMinor })
      for (const [at, point] of course.entries()) {
        expect(Number.isInteger(point.priceMinor) && point.priceMinor > 0).toBe(true)
        const next = course[at + 1]
        if (!next) continue
        expect(next.daysAgo).toBeLessThan(point.daysAgo)
        expect(next.priceMinor).not.toBe(point.priceMinor)
      }
    }
})

test('changes the prices of more than a quarter of the products', () => {
  const moving = products.filter((product, index) => coursesOf(product, index).some((course) => course.length > 1))
  expect(moving.length / products.length).toBeGreaterThan(0.25)
})
