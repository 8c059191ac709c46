import { createOptimisticSwitch } from '#app/lib/optimistic-switch.ts'

/** The stores among the viewer's favourites, by partner. */
export const favouritePartners = createOptimisticSwitch({
  save: async (client, partnerId, isFavourite) =>
    (await client.stores[isFavourite ? 'favourite' : 'unfavourite'].mutate({ partnerId })).message,
  refused: (_isFavourite, code) =>
    code === undefined
      ? { title: 'Connection Error: Failed to update your favourite stores. Please try again.' }
      : { title: 'Error', text: 'Failed to update your favourite stores' },
})
