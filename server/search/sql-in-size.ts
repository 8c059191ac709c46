import { Prisma } from '#prisma/generated/client.ts'
import type { NameBook } from './name-book.ts'
import type { SizeRule } from './engine.ts'
import { SizeRules } from './size-rules.ts'

/** The genders that a rule of each audience may apply to. */
const GENDERS = ['women', 'men', 'unisex', '']
/**
 * The maximum number of rules to write out. With more, the statement would become too large. The index has no such
 * limit.
 */
const MAX_WRITTEN = 50_000

/**
 * SQL condition: `p` is in stock in the size given by the rules. Each rule is written out for every category and gender
 * that it applies to.
 * @throws Error if there are too many to write out
 */
export function isInSize(rules: readonly SizeRule[], names: NameBook): Prisma.Sql {
  const all = new SizeRules(rules, names)
  const written = rules.flatMap((rule) =>
    names.idsBelow(rule.categoryId).flatMap((categoryId) =>
      GENDERS.filter((gender) => all.ruleFor({ ...rule, categoryId, gender }) === rule).map((gender) => ({
        partner: rule.partnerId,
        brand: rule.brandId,
        category: categoryId,
        gender,
        place: rule.place,
        sizes: rule.sizes,
      })),
    ),
  )
  if (written.length > MAX_WRITTEN)
    throw new Error(`There are too many size rules for plain SQL (${written.length}), and the index is not ready.`)
  const at = Prisma.sql`floor((r.place + p.fit_shift + 50) / 100.0)::int`
  // A negative index would count from the end.
  return Prisma.sql`EXISTS (
    SELECT 1 FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS r (partner uuid, brand uuid, category uuid, gender text, place int, sizes jsonb)
    WHERE r.partner = p.partner_id AND r.brand = p.brand_id AND r.category = p.category_id AND r.gender = p.gender AND ${at} >= 0
      AND EXISTS (SELECT 1 FROM jsonb_array_elements_text(r.sizes -> ${at}) AS size WHERE size = ANY(p.sizes)))`
}
