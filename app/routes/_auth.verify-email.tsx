export { action, default, headers, loader, meta } from './_auth.auth.verify-email.tsx'
