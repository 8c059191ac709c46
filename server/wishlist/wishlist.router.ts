import { productIdInput } from '#server/catalogue/catalogue.schema.ts'
import { router, signedInProcedure } from '#server/trpc/procedures.ts'
import { wishlistInput } from './wishlist.schema.ts'
import { addToWishlist, listWishlist, listWishlistIds, removeFromWishlist, toggleWishlist } from './wishlist.service.ts'

export const wishlistRouter = router({
  ids: signedInProcedure.query(({ ctx }) => listWishlistIds(ctx)),
  list: signedInProcedure.input(wishlistInput).query(({ ctx, input }) => listWishlist(ctx, input)),
  add: signedInProcedure.input(productIdInput).mutation(({ ctx, input }) => addToWishlist(ctx, input.productId)),
  remove: signedInProcedure
    .input(productIdInput)
    .mutation(({ ctx, input }) => removeFromWishlist(ctx, input.productId)),
  toggle: signedInProcedure.input(productIdInput).mutation(({ ctx, input }) => toggleWishlist(ctx, input.productId)),
})
