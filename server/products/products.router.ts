import { partnerEditorProcedure, partnerProcedure, router } from '#server/trpc/procedures.ts'
import { actEventsQuery, activityQuery, historyQuery } from './activity.schema.ts'
import { listActivity, getAct, getProductHistory } from './activity.service.ts'
import { changeProducts } from './change-products.service.ts'
import { deleteForGood } from './delete-for-good.service.ts'
import { getDeletionFacts } from './deletion.service.ts'
import { describeOwnFile, listOwnProducts, listChoosableCategories, selectOwnProducts } from './list-own.service.ts'
import { getProductsOverview } from './overview.service.ts'
import {
  changeProductsInput,
  overviewQuery,
  ownFilter,
  ownProductsQuery,
  selectionInput,
} from './own-products.schema.ts'
import { duplicateProduct } from './duplicate-product.service.ts'
import { getOwnProduct, saveProduct } from './edit-product.service.ts'
import { formChoices } from './form-choices.service.ts'
import { ownPriceHistory } from './own-price-history.service.ts'
import { scheduleInput, schedulePriceInput } from './price-schedules.schema.ts'
import { cancelSchedule, listSchedules, schedulePrice } from './price-schedules.service.ts'
import { actInput } from './product-acts.schema.ts'
import { productInput, saveProductInput } from './product-form.schema.ts'
import { undoAct } from './undo-act.service.ts'

export const productsRouter = router({
  overview: partnerProcedure.input(overviewQuery).query(({ ctx, input }) => getProductsOverview(ctx, input)),
  list: partnerProcedure.input(ownProductsQuery).query(({ ctx, input }) => listOwnProducts(ctx, input)),
  /** Returns owner and name of the table's file, which server/http/csv-files.ts sends. */
  listFile: partnerProcedure.input(ownProductsQuery).query(({ ctx }) => describeOwnFile(ctx)),
  select: partnerProcedure.input(ownFilter).query(({ ctx, input }) => selectOwnProducts(ctx, input)),
  categories: partnerProcedure.query(({ ctx }) => listChoosableCategories(ctx)),
  deletionFacts: partnerProcedure.input(selectionInput).query(({ ctx, input }) => getDeletionFacts(ctx, input)),
  change: partnerEditorProcedure.input(changeProductsInput).mutation(({ ctx, input }) => changeProducts(ctx, input)),
  activity: partnerProcedure.input(activityQuery).query(({ ctx, input }) => listActivity(ctx, input)),
  act: partnerProcedure.input(actEventsQuery).query(({ ctx, input }) => getAct(ctx, input)),
  history: partnerProcedure.input(historyQuery).query(({ ctx, input }) => getProductHistory(ctx, input)),
  formChoices: partnerProcedure.query(({ ctx }) => formChoices(ctx)),
  get: partnerProcedure.input(productInput).query(({ ctx, input }) => getOwnProduct(ctx, input)),
  save: partnerEditorProcedure.input(saveProductInput).mutation(({ ctx, input }) => saveProduct(ctx, input)),
  duplicate: partnerEditorProcedure.input(productInput).mutation(({ ctx, input }) => duplicateProduct(ctx, input)),
  priceHistory: partnerProcedure.input(productInput).query(({ ctx, input }) => ownPriceHistory(ctx, input)),
  schedules: partnerProcedure.input(productInput).query(({ ctx, input }) => listSchedules(ctx, input)),
  schedulePrice: partnerEditorProcedure
    .input(schedulePriceInput)
    .mutation(({ ctx, input }) => schedulePrice(ctx, input)),
  cancelSchedule: partnerEditorProcedure.input(scheduleInput).mutation(({ ctx, input }) => cancelSchedule(ctx, input)),
  deleteForGood: partnerEditorProcedure.mutation(({ ctx }) => deleteForGood(ctx)),
  undo: partnerEditorProcedure.input(actInput).mutation(({ ctx, input }) => undoAct(ctx, input)),
})
