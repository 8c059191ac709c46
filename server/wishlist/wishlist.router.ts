import { productIdInput } from '#server/catalogue/catalogue.schema.ts'
import { router, signedInProcedure } from '#server/trpc/procedures.ts'
import { wishlistInput } from './wishlist.schema.ts'
import { addToWishlist, listWishlist, listWishlistIds, removeFromWishlist, toggleWishlist } from './wishlist.service.ts'

export const wishlistRouter = router({
  ids: signedInProcedure.query(({ ctx }) => listWishlistIds(ctx.db, ctx.viewer)),
  list: signedInProcedure.input(wishlistInput).query(({ ctx, input }) => listWishlist(ctx.db, ctx.viewer, input)),
  add: signedInProcedure.input(productIdInput).mutation(({ ctx, input }) => addToWishlist(ctx.db, ctx.viewer, input.productId)),
  remove: signedInProcedure.input(productIdInput).mutation(({ ctx, input }) => removeFromWishlist(ctx.db, ctx.viewer, input.productId)),
  toggle: signedInProcedure.input(productIdInput).mutation(({ ctx, input }) => toggleWishlist(ctx.db, ctx.viewer, input.productId)),
})
