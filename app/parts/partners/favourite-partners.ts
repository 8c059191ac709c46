import { createOptimisticSwitch } from '#app/lib/optimistic-switch.ts'

/** The viewer's favourite stores by partner id. */
export const favouritePartners = createOptimisticSwitch({
  save: (client, partnerId, isFavourite) =>
    client.stores[isFavourite ? 'favourite' : 'unfavourite'].mutate({ partnerId }),
  done: (isFavourite) => (isFavourite ? 'Added to your favourite stores' : 'Removed from your favourite stores'),
  refused: (_isFavourite, code) =>
    code === undefined
      ? { title: 'Connection Error: Failed to update your favourite stores. Please try again.' }
      : { title: 'Error', text: 'Failed to update your favourite stores' },
})
