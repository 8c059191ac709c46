import { publicProcedure, router } from '#server/trpc/procedures.ts'
import { poolForTastes } from './taste-pool.service.ts'

export const tasteRouter = router({
  pool: publicProcedure.query(({ ctx }) => poolForTastes(ctx)),
})
