export { action, default, loader, meta } from './_auth.auth.verify-email.tsx'
