import { getAnySale } from '#server/sales/get-sale.service.ts'
import { saleInput } from '#server/sales/sales.schema.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'
import { searchEverything } from './search-everything.service.ts'
import { clickToShowInput, searchEverythingInput } from './search.schema.ts'
import { showClick } from './show-click.service.ts'

/** A search over everything, and the results that have no other page. */
export const adminSearchRouter = router({
  everything: adminProcedure.input(searchEverythingInput).query(({ ctx, input }) => searchEverything(ctx.db, input)),
  sale: adminProcedure.input(saleInput).query(({ ctx, input }) => getAnySale(ctx.db, input)),
  click: adminProcedure.input(clickToShowInput).query(({ ctx, input }) => showClick(ctx.db, input)),
})
