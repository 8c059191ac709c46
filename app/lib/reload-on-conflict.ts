import type { ShouldRevalidateFunction } from '@remix-run/react'

/**
 * Reloads a route whose form was too late because another person was faster. Other errors do not reload it.
 */
export const reloadOnConflict: ShouldRevalidateFunction = ({ actionStatus = 0, defaultShouldRevalidate }) =>
  actionStatus === 409 || (actionStatus < 400 && defaultShouldRevalidate)
