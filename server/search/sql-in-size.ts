import { Prisma } from '#prisma/generated/client.ts'
import type { NameBook } from './name-book.ts'
import { SizeRules, type SizeRule } from './size-rules.ts'

/** The genders that a rule of each audience may hold for. */
const GENDERS = ['women', 'men', 'unisex', '']

/** Whether `p` is in stock in the size that the rules give: each rule written out for every category and gender that it holds for. */
export function isInSize(rules: readonly SizeRule[], names: NameBook): Prisma.Sql {
  const all = new SizeRules(rules, names)
  const written = rules.flatMap((rule) =>
    names.idsBelow(rule.categoryId).flatMap((categoryId) =>
      GENDERS.filter((gender) => all.ruleFor({ ...rule, categoryId, gender }) === rule).map((gender) => ({
        ...{ partner: rule.partnerId, brand: rule.brandId, category: categoryId, gender },
        ...{ place: rule.place, sizes: rule.sizes },
      })),
    ),
  )
  const at = Prisma.sql`floor((r.place + p.fit_shift + 50) / 100.0)::int`
  // An element before the first would be counted from the end.
  return Prisma.sql`EXISTS (
    SELECT 1 FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS r (partner uuid, brand uuid, category uuid, gender text, place int, sizes jsonb)
    WHERE r.partner = p.partner_id AND r.brand = p.brand_id AND r.category = p.category_id AND r.gender = p.gender AND ${at} >= 0
      AND EXISTS (SELECT 1 FROM jsonb_array_elements_text(r.sizes -> ${at}) AS size WHERE size = ANY(p.sizes)))`
}
