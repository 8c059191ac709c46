import { createShared } from '#app/lib/shared.ts'

/** Whether the admin's panel is open. Its code is loaded when it is first opened (app/root.tsx). */
export const isAdminPanelOpen = createShared<boolean>(false)
