import { createStore } from './store.ts'

/** Whether the admin's panel is open. The panel itself is loaded when it is first opened (app/root.tsx). */
export const adminPanel = createStore<boolean>(false)
