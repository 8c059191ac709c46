import type { PartnerQuotas } from './get-quotas.ts'
import { sayAmount, type Quota } from './quotas-values.schema.ts'

const WAYS_TO_MAKE_ROOM: Readonly<Record<Quota, string>> = {
  products: 'Permanently delete products that you no longer need',
  variants: 'Remove variants or permanently delete products that you no longer need',
  labels: 'Use fewer brand labels',
  pictures: 'Remove pictures that you no longer use',
  files: 'Remove pictures that you no longer use',
  bytes: 'Remove pictures that you no longer use',
}

/** Describes a limit: 'Your store can have 500 products until it is approved.' */
function sayLimit(quota: Quota, { status, uses }: PartnerQuotas): string {
  const { limit, isSet } = uses[quota]
  const until = status === 'pending' && !isSet ? ' until it is approved' : ''
  return `Your store can have ${sayAmount(quota, limit)}${until}.`
}

/**
 * Says what happened at a limit and what to do: 'Your store can have 500 products until it is approved. This would
 * exceed the limit. ...'
 */
export const sayOver = (quota: Quota, quotas: PartnerQuotas): string =>
  `${sayLimit(quota, quotas)} This would exceed the limit. ${sayWayOut(quota, quotas)}`

/** Says what a partner can do once a quota is reached. */
function sayWayOut(quota: Quota, { status, uses }: PartnerQuotas): string {
  const more = status === 'pending' && !uses[quota].isSet ? 'wait until your store is approved' : 'ask us for more'
  return `${WAYS_TO_MAKE_ROOM[quota]}, or ${more}. See Settings > Usage and limits.`
}
