import { createStore } from './store.ts'

export interface AuthDialogRequest {
  mode: 'sign-in' | 'sign-up'
  /** Why it opened by itself: a heart was pressed. */
  why?: 'wishlist'
}

/** Null: closed. The dialog itself is loaded when it is first opened (app/root.tsx). */
export const authDialog = createStore<AuthDialogRequest | null>(null)
