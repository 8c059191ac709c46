import type { ShouldRevalidateFunction } from '@remix-run/react'

/**
 * Reloads a route whose form was too late because another person was faster. After other errors the page stays as it
 * is.
 */
export const reloadOnConflict: ShouldRevalidateFunction = ({ actionStatus = 0, defaultShouldRevalidate }) =>
  actionStatus === 409 || (actionStatus < 400 && defaultShouldRevalidate)
