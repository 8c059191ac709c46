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

/** The levels themselves, whether a procedure of the shop stands on them or not. */
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
