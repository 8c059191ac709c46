import {
  adminProcedure,
  createCallerFactory,
  partnerOrAdminProcedure,
  partnerEditorProcedure,
  partnerOwnerProcedure,
  partnerProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '#server/trpc/procedures.ts'

/** One procedure per level, whether or not the shop uses that level. */
export const levelRouter = router({
  level: router({
    public: publicProcedure.query(() => 'let in'),
    signedIn: signedInProcedure.query(() => 'let in'),
    partner: partnerProcedure.query(() => 'let in'),
    partnerEditor: partnerEditorProcedure.query(() => 'let in'),
    partnerOwner: partnerOwnerProcedure.query(() => 'let in'),
    admin: adminProcedure.query(() => 'let in'),
    partnerOrAdmin: partnerOrAdminProcedure.query(() => 'let in'),
  }),
})
export const createLevelCaller = createCallerFactory(levelRouter)
