import { createShared } from '#app/lib/shared.ts'

export interface AuthRequest {
  mode: 'sign-in' | 'sign-up'
  /** Why the dialog opened automatically: the visitor pressed a heart. */
  why?: 'wishlist'
}

/** Null if the dialog is closed. Its code is loaded when it is first opened (app/root.tsx). */
export const authRequest = createShared<AuthRequest | null>(null)
