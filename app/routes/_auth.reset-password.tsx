export { action, default, loader, meta } from './_auth.auth.reset-password.tsx'
