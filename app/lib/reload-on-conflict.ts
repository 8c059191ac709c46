import type { ShouldRevalidateFunction } from '@remix-run/react'

/** Reloads a route if another person's change made its form out of date (409). Other errors do not reload it. */
export const reloadOnConflict: ShouldRevalidateFunction = ({ actionStatus = 0, defaultShouldRevalidate }) =>
  actionStatus === 409 || (actionStatus < 400 && defaultShouldRevalidate)
